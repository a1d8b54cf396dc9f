/** Stated purposes, pseudonyms, and what users read in the messenger. */
export const accessFailures = {
  'purpose.required': {
    status: 428,
    message: 'Say why you are reading. Your organization requires a purpose for messages without an event.',
  },
  'identity.hidden': {
    status: 403,
    message:
      'Your organization reads under pseudonyms, so people can’t be searched, filtered or sorted by name, and accounts can be filtered by days only. Nothing was searched.',
  },
  'messenger.own-reach': {
    status: 403,
    message:
      'You can’t give yourself access to more conversations in the messenger. This change would add those {of}. Nothing was saved. Ask another administrator to make this change.',
  },
  'identity.not-hidden': { status: 409, message: 'Your organization already shows names.' },
} as const
