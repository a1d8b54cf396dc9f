import type { DemoRule } from '#flows/demo/organization.ts'

/** One phrase rule per text; the rule is named by its phrase. */
export function phrases(texts: string, conditions?: DemoRule['conditions']): DemoRule[] {
  return texts
    .split('/')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((pattern) => ({ name: pattern, type: 'phrase', pattern, ...(conditions ? { conditions } : {}) }))
}

/** A regex rule with a name that people understand. Patterns stay within what a linear-time engine can do. */
export function regex(name: string, pattern: string, conditions?: DemoRule['conditions']): DemoRule {
  return { name, type: 'regex', pattern, ...(conditions ? { conditions } : {}) }
}
