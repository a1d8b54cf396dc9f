/** Contacts. */
export const contactFailures = {
  'contact.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'contact.beyond-scope': {
    status: 403,
    message:
      'This change affects groups, contacts or conversations that you can’t see. Nothing was saved. Ask an administrator who can see them.',
  },
  'contact.changed': {
    status: 409,
    message: 'Someone else changed this contact. Nothing was saved. Reload to see their changes.',
  },
  'contact.bad-phone': { status: 400, message: 'The phone number is not in a correct format' },
  'contact.duplicate-global': {
    status: 409,
    message: 'A global contact with this phone number or address already exists.',
  },
  'contact.duplicate-personal': {
    status: 409,
    message: 'This user already has a personal contact with this phone number or address.',
  },
  'contact.address-of-user': {
    status: 409,
    message: 'This phone number or address belongs to a user of this organization.',
  },
  'contact.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'contact.unknown-owner': { status: 400, message: 'The chosen owner is not a user of this organization.' },
  'contact.has-effect': {
    status: 409,
    message: 'This change closes conversations or merges contacts. Review its effects and confirm.',
  },
  'contact.effect-changed': {
    status: 409,
    message: 'The effects of this change are different now. Nothing was saved. Review them again.',
  },
  'contact.archived': { status: 409, message: 'This contact was archived. Nothing was saved.' },
  'contact.undo-over': { status: 409, message: 'A change can be undone once, within {hours} hours.' },
  'contact.undo-changed': {
    status: 409,
    message: 'This contact has been changed again since. Nothing was undone.',
  },
  'contact.undo-owner': {
    status: 409,
    message: 'The owner of this contact has been removed since. Nothing was undone.',
  },
  'contact.undo-taken': {
    status: 409,
    message: 'The phone number or address now belongs to another contact. Nothing was undone.',
  },
  'contact.bad-avatar': {
    status: 400,
    message: 'The picture cannot be read. You can use JPG, PNG and WebP files of up to 5 MB.',
  },
  'contact.no-avatar': { status: 404, message: 'This contact has no picture.' },
} as const
