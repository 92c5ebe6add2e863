/** Takes addresses out of the lock file: npm writes where packages ask for money, and we keep no hosts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PATH = join(import.meta.dirname, '../../package-lock.json');
const lock = JSON.parse(readFileSync(PATH, 'utf-8'));
for (const entry of Object.values<Record<string, unknown>>(lock.packages)) {
  delete entry['funding'];
  delete entry['resolved'];
}
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`);
