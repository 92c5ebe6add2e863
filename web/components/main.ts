/** The development page at /components/ of `npm run dev`; the production build leaves it out. */
import '../src/ui/tokens.css';
import '../src/ui/pieces/surfaces.css';
import '../src/ui/base.css';
import { mount } from 'svelte';
import { motion } from '../src/app/motion.svelte';
import { loadGameMessages, loadLanguage } from '../src/messages';
import ComponentsPage from './ComponentsPage.svelte';
import { GAMES } from './games';

motion.start();
await loadLanguage('en');
await Promise.all(GAMES.map(loadGameMessages));
const target = document.getElementById('page');
if (target) mount(ComponentsPage, { target });
