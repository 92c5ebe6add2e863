import './ui/tokens.css';
import './ui/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './me.svelte';
import { prepareForOffline } from './offline';
import { router } from './router.svelte';
import { theme } from './theme.svelte';
import { startSpeaking } from './words/choice';

theme.start();
void me.load();
await startSpeaking();

router.start();
const target = document.getElementById('page');
if (target) mount(App, { target });
prepareForOffline();
