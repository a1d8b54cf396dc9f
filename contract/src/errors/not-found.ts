/** What an address names and nothing has. Those of administered nouns are in `nouns/`. */
export const notFoundFailures = {
  'event.not-found': {
    status: 404,
    message: "Oops! Cognitive event with specified ID doesn't exist...",
  },
  'message.not-found': { status: 404, message: "Oops! Message with specified ID doesn't exist..." },
  'conversation.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'attachment.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'account.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'category.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'export.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'organization.not-found': { status: 404, message: 'There is no organization at this address.' },
  'user.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'import.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
} as const
