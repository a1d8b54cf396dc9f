/** The lists of Key Metrics and of themes whose rows can be exported, each with the name of its rows. */
export const exportedRows = {
  representatives: 'representatives',
  'active-representatives': 'active representatives',
  'inactive-representatives': 'inactive representatives',
  'waiting-clients': 'waiting clients',
  'waiting-owners': 'waiting clients by representative',
  'response-times': 'response times',
  'contacts-of-period': 'contacts of a period',
  'conversations-of-period': 'conversations of a period',
  'theme-contacts': 'contacts of a theme',
  'account-days': 'account days',
  'supervised-policies': 'policies and their events',
  'reviewer-loads': 'reviewers and their events',
} as const
export type ExportedRows = keyof typeof exportedRows
