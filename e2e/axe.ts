import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> }
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe finds on the page in its current state, a line for each rule. axe is loaded once per document, because loading
 * takes as long as a check. It does not load style sheets again: only rules about media need them, and no page has any.
 * @param rules The only rules to check; all of the standard ones if undefined.
 */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(
    async (runOnly) => {
      const { violations } = await window.axe!.run(document, {
        resultTypes: ['violations'],
        preload: false,
        ...(runOnly && { runOnly: { type: 'rule', values: runOnly } }),
      })
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    rules && [...rules],
  )
}
