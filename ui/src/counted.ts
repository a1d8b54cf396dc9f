import { numberText } from './dates.ts'

/** "1 rule", "2,000 rules". */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : nouns}`
}
