import type { DemoRule } from '#organization.ts'

/** A rule of phrases, any of which will do; they are written with slashes between them. */
export function phrases(name: string, texts: string, conditions?: DemoRule['conditions']): DemoRule {
  const pattern = texts
    .split('/')
    .map((text) => text.trim())
    .join('\n')
  return { name, type: 'phrase', pattern, ...(conditions ? { conditions } : {}) }
}

/** The same rule, also for the text of attached files. */
export const alsoInFiles = (rule: DemoRule): DemoRule => ({ ...rule, scope: 'message_and_attachment' })

/** A regex rule. Patterns stay within what a linear-time engine can do. */
export function regex(name: string, pattern: string, conditions?: DemoRule['conditions']): DemoRule {
  return { name, type: 'regex', pattern, ...(conditions ? { conditions } : {}) }
}
