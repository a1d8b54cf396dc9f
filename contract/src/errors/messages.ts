/** Messages, their attachments, and exports. */
export const messageFailures = {
  'attachment.unavailable': {
    status: 409,
    message: 'The attachment has not been downloaded from the provider.',
  },
  'attachment.infected': {
    status: 403,
    message:
      'Blocked: malware found ({malware}). The file is kept as a record. It cannot be opened or downloaded here.',
  },
  'attachment.not-scanned': {
    status: 503,
    message:
      'The file has not been scanned for malware yet, because the scanner cannot be reached. Try again in a minute.',
  },
  'attachment.no-text': { status: 409, message: 'No text could be read from this attachment.' },
  'attachment.no-preview': { status: 409, message: 'This attachment has no preview.' },
  'account.changed': {
    status: 409,
    message: 'Someone else changed this account. Nothing was saved. Reload to see their changes.',
  },
  'account.address-taken': { status: 409, message: 'Another account of this channel has this address.' },
  'account.address-fixed': {
    status: 409,
    message:
      'This account has been connected before, so its address can’t be changed. Nothing was saved. Remove it and add another one.',
  },
  'account.bad-phone': { status: 400, message: 'The phone number is not in a correct format' },
  'account.bad-address': { status: 400, message: 'Enter a phone number or an email address.' },
  'account.unknown-owner': { status: 400, message: 'This owner does not exist.' },
  'account.beyond-scope': { status: 403, message: 'You don’t have access to this channel or owner.' },
  'account.unseen-conversations': {
    status: 403,
    message:
      'This account has conversations that you can’t see, and the owner you chose would be able to read them. Nothing was saved. Ask an administrator who can see them.',
  },
  'account.leaves-policies': {
    status: 409,
    message:
      'The policies {policies} would no longer examine messages of {names}{more}, because the new owner is in none of the policies’ groups. Nothing was saved. Add the new owner to a group of these policies first, or choose another owner.',
  },
  'account.other-type': { status: 400, message: 'This type of account does not belong to this channel.' },
  'account.no-provider': {
    status: 409,
    message: 'The messaging provider of your organization is not set up, so no account can be added.',
  },
  'account.bad-pattern': {
    status: 400,
    message:
      '{line}: This regex can’t be used. Check its parentheses and brackets, keep its counts small, and leave out look-around and back-references.',
  },
  'account.secret-required': { status: 400, message: '{label} is required' },
  'account.being-removed': {
    status: 409,
    message: 'This account is being removed, so it can’t be changed or connected.',
  },
  'account.unknown-source': {
    status: 400,
    message: 'Other accounts can’t receive messages through this one.',
  },
  'account.has-people': {
    status: 409,
    message: 'Personal accounts that receive their messages through this one: {count}. Remove them first.',
  },
  'account.connects-itself': {
    status: 409,
    message: 'This account connects when its first delivery arrives. You don’t need to request a connection.',
  },
  'account.is-connected': { status: 409, message: 'This account is connected. There is nothing to link.' },
  'account.needs-no-owner': { status: 409, message: 'Accounts of this kind are not linked by their owners.' },
  'account.no-canary': {
    status: 409,
    message: 'Test messages can’t be sent to an account of this kind.',
  },
  'account.canary-sender': {
    status: 400,
    message:
      'Enter another number of your organization at its messaging provider, not the number of this account.',
  },
  'account.no-owner': { status: 409, message: 'This account has no owner. Choose one, then send the link.' },
  'account.owner-without-email': {
    status: 409,
    message:
      'The owner of this account is disabled or has no email address. Change this, then send the link.',
  },
  'account-link.unknown': {
    status: 404,
    message: 'This link isn’t valid. Open it exactly as it is in the email.',
  },
  'account-link.expired': {
    status: 410,
    message: 'This link has expired. Ask your administrator to send another one.',
  },
  'account-link.ended': {
    status: 410,
    message: 'This link no longer works. If you have received a newer one, open that one.',
  },
  'account-link.no-form': { status: 409, message: 'There is nothing to enter for this account now.' },
  'account-link.used': { status: 410, message: 'This link was used, and the account was connected with it.' },
  'account.not-compared': {
    status: 409,
    message: 'This account isn’t compared with its provider’s list. Nothing was changed.',
  },
  'export.failed': { status: 422, message: 'Cannot generate {format} file with given data' },
  'export.unfinished': { status: 409, message: 'The file is not ready yet.' },
  'export.withdrawn': {
    status: 403,
    message: 'Your access has been reduced since this file was created. Export again.',
  },
  'export.too-many': {
    status: 429,
    message: 'Two exports are already running. Wait for one of them or cancel it.',
  },
} as const
