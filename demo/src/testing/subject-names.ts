import type { SubjectKey } from '#subjects.ts'

/** What a person would call each subject of the year. */
export const subjectNames: Record<SubjectKey, string> = {
  'pension transfer': 'Pensions',
  'new portal': 'Portal and sign-in',
  'rate cut': 'Interest rates',
  'home abroad': 'Property',
  'new fees': 'Fees and prices',
}
