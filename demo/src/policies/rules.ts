import type { DemoPolicy, DemoRule } from '#organization.ts'

/** A policy as it is written: enabled, for all groups and only raising, unless it says otherwise. */
export type WrittenPolicy = Pick<DemoPolicy, 'key' | 'name' | 'severity' | 'rules'> & Partial<DemoPolicy>

/** A rule of phrases, written with slashes between them; any of them may match. */
export function phrases(name: string, texts: string, conditions?: DemoRule['conditions']): DemoRule {
  const pattern = texts
    .split('/')
    .map((text) => text.trim())
    .join('\n')
  return { name, type: 'phrase', pattern, ...(conditions ? { conditions } : {}) }
}

/** The same rule, also for texts in attached files. */
export const alsoInFiles = (rule: DemoRule): DemoRule => ({ ...rule, scope: 'message_and_attachment' })

/** A regex rule. Patterns use only features of a linear-time engine. */
export function regex(name: string, pattern: string, conditions?: DemoRule['conditions']): DemoRule {
  return { name, type: 'regex', pattern, ...(conditions ? { conditions } : {}) }
}
