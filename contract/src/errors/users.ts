/** Users and imports. */
export const userFailures = {
  'user.email-taken': { status: 409, message: 'A user with this email address already exists.' },
  'user.email-fixed': {
    status: 400,
    message: 'The email address can’t be changed.',
  },
  'user.changed': {
    status: 409,
    message: 'Someone else changed this user. Nothing was saved. Reload to see their changes.',
  },
  'user.bad-phone': { status: 400, message: 'The phone number is not in a correct format' },
  'user.phone-taken': { status: 409, message: '{name} already has this phone number.' },
  'user.phone-of-client': {
    status: 409,
    message:
      'This phone number may belong to a client: a contact has it, or an unknown person uses it in conversations.',
  },
  'user.unknown-group': {
    status: 400,
    message: 'One of the groups no longer exists. Nothing was saved. Choose again.',
  },
  'user.unknown-profile': {
    status: 400,
    message: 'One of the permission profiles no longer exists. Nothing was saved. Choose again.',
  },
  'user.only-super-admin': {
    status: 403,
    message: 'Only a Super Admin can add, change or remove a Super Admin.',
  },
  'user.beyond-own': {
    status: 403,
    message: 'This role has permissions that you don’t have: {permissions}.',
  },
  'user.last-super-admin': {
    status: 409,
    message: 'This is the last Super Admin. Make someone else a Super Admin first.',
  },
  'user.needs-role': {
    status: 400,
    message: 'Choose a role. A user with permission profiles needs one.',
  },
  'user.self-removal': { status: 409, message: 'You can’t remove or disable yourself.' },
  'user.self-second-step': {
    status: 409,
    message: 'You can’t reset your own second step. Replace your authenticator in Account Settings.',
  },
  'user.needs-successor': {
    status: 409,
    message:
      'This user still owns channel accounts ({accounts}) and personal contacts ({contacts}). Nothing was changed. Choose who will take them over.',
  },
  'user.unfit-successor': {
    status: 400,
    message: 'The chosen successor is not an enabled messenger user of this organization.',
  },
  'import.rows-hidden': {
    status: 403,
    message:
      'Only people who uploaded or started this import, and people who read all groups, can see its rows or continue it.',
  },
  'import.changed': {
    status: 409,
    message: 'Someone else changed the column mapping. Check it again before you import the rows.',
  },
  'import.not-csv': { status: 415, message: 'The uploaded file needs to be in csv format' },
  'import.bad-workbook': { status: 400, message: 'The workbook cannot be read: {reason}' },
  'import.empty': { status: 400, message: 'The file has no rows.' },
  'import.too-many-rows': { status: 413, message: 'The file has more than {most} rows. Nothing was saved.' },
  'import.too-many-columns': {
    status: 400,
    message: 'The file has more than {most} columns. Nothing was saved.',
  },
  'import.needs-secrets': {
    status: 400,
    message:
      '{channel} accounts need a secret, which can’t be imported from a file. Add them one by one. Nothing was saved.',
  },
  'import.secret-column': {
    status: 400,
    message:
      'The column “{heading}” is for a secret, which can’t be imported from a file. Remove it from the file. Nothing was saved.',
  },
  'import.missing-column': { status: 400, message: 'No column is chosen for {fields}.' },
  'import.unknown-column': { status: 400, message: 'The file does not have this column.' },
  'import.unknown-field': { status: 400, message: 'This kind of import has no field “{field}”.' },
  'import.wrong-state': {
    status: 409,
    message: 'The state of this import has changed. Nothing was saved. Reload to see its current state.',
  },
  'import.too-many': {
    status: 429,
    message: 'Two imports are already running. Wait for one of them to finish.',
  },
  'import.undo-over': { status: 409, message: 'An import can be undone once, within {hours} hours.' },
} as const
