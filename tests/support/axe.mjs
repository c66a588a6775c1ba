// What a program can tell about whether everybody can use a page: axe-core, which npm fetches.
//
//     const axe = await Axe.fetch();
//     for (const line of await axe.violations(page)) console.log(line);

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'axe-core@4.10.3';
const SHA256 = '880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb';

export class Axe {
  // Fetches the script. npm says why it cannot.
  static fetch() {
    const folder = mkdtempSync(join(tmpdir(), 'axe-'));
    try {
      const npm = ['pack', '--silent', '--pack-destination', folder, PACKAGE];
      const archive = execFileSync('npm', npm, { encoding: 'utf8' }).trim();
      execFileSync('tar', ['xzf', join(folder, archive), '-C', folder]);
      const axe = new Axe();
      axe.source = readFileSync(join(folder, 'package/axe.min.js'), 'utf8');
      if (createHash('sha256').update(axe.source).digest('hex') !== SHA256)
        throw new Error(`${PACKAGE} is not what it was when this test was written`);
      return axe;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  // A line for each element of the page that breaks a rule.
  async violations(page) {
    await page.send('Runtime.evaluate', { expression: this.source });
    return page.call(async () => {
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
          const [why] = [...any, ...all, ...none].map(({ message }) => message);
          return `${id}: ${target.join(' ')}: ${why || help}`;
        }),
      );
    });
  }
}
