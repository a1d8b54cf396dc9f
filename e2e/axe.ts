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

/** Which of the standard rules are checked: all, if neither is given. */
interface Rules {
  readonly only?: readonly string[]
  readonly without?: readonly string[]
  /** Rules that are no standard ones yet. */
  readonly also?: readonly string[]
}

/**
 * What axe finds on the page in its current state, a line for each rule. axe is loaded once per document, because loading
 * takes as long as a check. It does not load style sheets again: only rules about media need them, and no page has any.
 */
export async function findViolations(
  page: Page,
  { only, without = [], also = [] }: Rules = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source)
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe!.run(document, {
        resultTypes: ['violations'],
        preload: false,
        ...options,
      })
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    {
      ...(only && { runOnly: { type: 'rule' as const, values: [...only] } }),
      rules: Object.fromEntries([
        ...without.map((rule) => [rule, { enabled: false }] as const),
        ...also.map((rule) => [rule, { enabled: true }] as const),
      ]),
    },
  )
}
