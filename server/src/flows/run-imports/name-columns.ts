/** The names of a person, as columns of users and of contacts. */
export const firstNameColumn = {
  field: 'firstName',
  label: 'First name',
  aliases: ['given name', 'forename', 'first'],
} as const

export const lastNameColumn = {
  field: 'lastName',
  label: 'Last name',
  aliases: ['surname', 'family name', 'last'],
} as const
