/** Removes funding links and registry addresses from the lock file, which should name no hosts. */
import { readFileSync, writeFileSync } from 'node:fs';

const PATH = 'package-lock.json';
const lock = JSON.parse(readFileSync(PATH, 'utf-8'));
for (const entry of Object.values<Record<string, unknown>>(lock.packages)) {
  delete entry['funding'];
  delete entry['resolved'];
}
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
