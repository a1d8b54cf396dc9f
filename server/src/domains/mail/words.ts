/** Words that mails of all kinds have in common. */

export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')

export const noReply = 'Please do not reply to this email.'

/** A date and a time, with seconds if it is `medium`. A mail has no time zone of a reader, so it says which one it means. */
export const momentText = (at: Date, timeStyle: 'short' | 'medium' = 'short') =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle, timeZone: 'UTC' }).format(at)} UTC`
