// Loads a script of the pages, with what it imports, as the build joins them.
import { execFileSync } from 'node:child_process';

export function loadScript(file) {
  const text = execFileSync('esbuild', ['--bundle', '--format=esm', '--charset=utf8', file], { encoding: 'utf8' });
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}
