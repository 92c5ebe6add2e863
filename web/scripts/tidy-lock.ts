/** Takes addresses out of the lock file here: npm writes where packages ask for money, and we keep no hosts. */
import { readFileSync, writeFileSync } from 'node:fs';

const PATH = 'package-lock.json';
const lock = JSON.parse(readFileSync(PATH, 'utf-8'));
for (const entry of Object.values<Record<string, unknown>>(lock.packages)) {
  delete entry['funding'];
  delete entry['resolved'];
}
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
