import './ui/tokens.css';
import './ui/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './me.svelte';
import { router } from './router.svelte';
import { theme } from './theme.svelte';
import { bestLanguage, speak } from './words';

theme.start();
void me.load();

const language = bestLanguage(navigator.languages);
document.documentElement.lang = language;
await speak(language);

router.start();
const target = document.getElementById('page');
if (target) mount(App, { target });
