import './ui/tokens.css';
import './ui/pieces/surfaces.css';
import './ui/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './app/me.svelte';
import { motion } from './app/motion.svelte';
import { router } from './app/router.svelte';
import { theme } from './app/theme.svelte';
import { loadOtherMessages } from './messages';
import { startLanguage } from './messages/language-choice';
import { prepareForOffline } from './net/offline';

theme.start();
motion.start();
void me.load();
await startLanguage();

router.start();
const target = document.getElementById('page');
if (target) mount(App, { target });
// Most visitors go on to another page; the home page does not wait for its words.
void loadOtherMessages().catch(() => {});
prepareForOffline();
