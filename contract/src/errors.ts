/**
 * Every failure the API can answer with, and the words a person reads. A new failure is a new line here;
 * the apps switch on the code, never on the text. Some texts are fixed: docs/rules/texts.md.
 */
export const failures = {
  // The request itself
  'request.invalid': { status: 400, message: 'The request is not valid.' },
  'request.too-large': { status: 413, message: 'The request is larger than allowed. Nothing was saved.' },
  'request.unsupported-type': { status: 415, message: 'The content type is not supported.' },
  'request.too-many': { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  'request.too-busy': {
    status: 429,
    message:
      'Too much of this is being worked on at once, for you or your organization. Try again in a moment.',
  },
  'request.too-costly': {
    status: 422,
    message: 'This takes longer than is allowed. Narrow it, and try again.',
  },
  'request.bad-host': { status: 421, message: 'Invalid hostname: {host} hostname must have 3 levels' },
  'request.foreign-host': { status: 421, message: 'This server does not answer to the name {host}.' },
  'request.not-found': { status: 404, message: 'There is nothing at this address.' },
  'mailbox.closed': {
    status: 404,
    message: 'It opens with the link that the start prints in its terminal, beside “Mail”.',
  },
  'request.key-reused': {
    status: 422,
    message: 'This Idempotency-Key was used for a different request. Nothing was saved.',
  },
  'request.in-progress': { status: 409, message: 'The same request is still being worked on.' },
  internal: {
    status: 500,
    message:
      'Oops! We encountered an unexpected error. Please try again or contact your support representative for assistance.',
  },
  /** The API could not be reached at all; made by the client, never sent. */
  network: {
    status: 0,
    message:
      'Oops! We encountered an unexpected error. Please try again or contact your support representative for assistance.',
  },
  unavailable: {
    status: 503,
    message: 'The service is busy or restarting. Nothing was saved; try again shortly.',
  },
  'file.not-here': {
    status: 503,
    message: 'The bytes of this file cannot be reached at the moment. Please try again in a few minutes.',
  },
  'file.damaged': {
    status: 500,
    message:
      'The bytes of this file are not those that were stored, so they are not shown. Tell your operator.',
  },
  // Session and access
  'session.missing': { status: 401, message: 'Your session has expired.' },
  'session.expired': { status: 401, message: 'Your session has expired.' },
  'session.mismatch': {
    status: 403,
    message: 'The request names another organization or user than the session.',
  },
  // Sign-in
  'identity.wrong-credentials': { status: 401, message: 'Incorrect email address or password' },
  'identity.wrong-code': { status: 401, message: 'Incorrect authentication code' },
  'identity.code-expired': { status: 400, message: 'The code has expired. Ask for a new one.' },
  'identity.weak-password': {
    status: 400,
    message:
      'The password needs at least 8 characters, one uppercase, one lowercase, one number and one special character.',
  },
  'identity.common-password': {
    status: 400,
    message: 'This password is among those that are tried first. Please choose another.',
  },
  'identity.invitation-expired': {
    status: 403,
    message: 'Your invitation has expired. Ask an administrator to send it again.',
  },
  'identity.already-signed-in': {
    status: 409,
    message: 'This user has signed in already, and needs no invitation.',
  },
  'identity.reset-required': { status: 403, message: 'Your password must be reset before you can sign in.' },
  'identity.too-many-attempts': {
    status: 429,
    message: 'There were too many attempts. Wait a few minutes and try again.',
  },
  'single-sign-on.changed': {
    status: 409,
    message: 'Somebody else changed single sign-on meanwhile.',
  },
  'single-sign-on.kept-elsewhere': {
    status: 409,
    message: 'Single sign-on is set at the user pool that people sign in at.',
  },
  'single-sign-on.bad-issuer': { status: 400, message: 'The address of a provider begins with https://' },
  'identity.sign-on-unknown': {
    status: 400,
    message: 'This sign-in was begun elsewhere, or has ended. Please begin again.',
  },
  'identity.sign-on-refused': { status: 401, message: 'Single sign-on did not work. Please try again.' },
  'identity.insecure-page': {
    status: 400,
    message: 'Sign-in needs a secure address (https, or localhost). This page was opened without one.',
  },
  // Account Settings
  'account.wrong-code': { status: 400, message: 'Incorrect authentication code' },
  'account.code-needed': {
    status: 400,
    message: 'This needs the code of your authenticator, or a recovery code.',
  },
  'account.no-enrolment': { status: 409, message: 'No authenticator is being set up. Begin again.' },
  'account.second-step-required': {
    status: 409,
    message: 'Your organization requires a second step. It can be replaced, not removed.',
  },
  'account.device-not-found': { status: 404, message: 'This device is signed out already.' },
  'organization.second-step-kept-elsewhere': {
    status: 409,
    message: 'The user pool that people sign in at asks for a second step by its own setting.',
  },
  'account.kept-elsewhere': {
    status: 409,
    message: 'Your sign-in is kept by your organization’s identity provider, and is changed there.',
  },
  'access.denied': { status: 403, message: "You don't have access to this." },
  // Things that are not there, or not yours
  'message.not-found': { status: 404, message: "Oops! Message with specified ID doesn't exist..." },
  'conversation.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'attachment.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'attachment.unavailable': {
    status: 409,
    message: 'The attachment has not been fetched from the provider.',
  },
  'attachment.no-text': { status: 409, message: 'No text was read from this attachment.' },
  'attachment.no-preview': { status: 409, message: 'There is no preview of this attachment.' },
  'account.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'event.not-found': {
    status: 404,
    message: "Oops! Cognitive event with specified ID doesn't exist...",
  },
  'event.changed': {
    status: 409,
    message: 'Somebody changed this event since you opened it. Nothing was saved; reload to see the change.',
  },
  'event.illegal-step': { status: 409, message: 'An event cannot go from {from} to {to}.' },
  'event.reason-needed': { status: 400, message: 'Please say why the event is reopened.' },
  'event.disposition-needed': { status: 400, message: 'Please choose a disposition to resolve the event.' },
  'event.not-a-reviewer': { status: 400, message: 'The chosen assignee may not review events.' },
  'event.assignee-cannot-see': {
    status: 400,
    message: '{name} has no access to {what}. Nothing was saved; choose somebody who has.',
  },
  'event.too-many': {
    status: 400,
    message: 'More than {most} events match. Narrow the filter; nothing was changed.',
  },
  'event.count-changed': {
    status: 409,
    message: '{found} events match by now, not {expected}. Nothing was changed; look at the list again.',
  },
  'event.file-not-found': { status: 400, message: 'A file of the comment is missing. Upload it again.' },
  'event.file-type': {
    status: 400,
    message: 'This kind of file is not allowed. Allowed are files up to 25 MB of these kinds: {allowed}.',
  },
  'event.file-too-large': {
    status: 413,
    message: 'The file is larger than 25 MB. Allowed are files up to 25 MB of these kinds: {allowed}.',
  },
  'policy.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'rule.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'category.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'user.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'user.email-taken': { status: 409, message: 'A user with this email address already exists.' },
  'user.changed': {
    status: 409,
    message: 'Somebody changed this user meanwhile. Nothing was saved: look at it again.',
  },
  'user.bad-phone': { status: 400, message: 'The phone number is not in a correct format' },
  'user.phone-taken': { status: 409, message: '{name} has this phone number already.' },
  'user.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'user.unknown-profile': { status: 400, message: 'One of the permission profiles does not exist.' },
  'user.only-super-admin': {
    status: 403,
    message: 'Only a Super Admin can make, change or remove a Super Admin.',
  },
  'user.beyond-own': {
    status: 403,
    message: 'That role may do what you may not yourself: {permissions}.',
  },
  'user.last-super-admin': {
    status: 409,
    message: 'This is the last Super Admin. Make somebody else a Super Admin first.',
  },
  'user.needs-role': {
    status: 400,
    message: 'Choose a role, too: nobody has a permission profile without one.',
  },
  'user.self-removal': { status: 409, message: 'You cannot remove or disable yourself.' },
  'user.self-second-step': {
    status: 409,
    message: 'You cannot reset your own second step. Replace your authenticator in Account Settings.',
  },
  'user.needs-successor': {
    status: 409,
    message:
      'This user has {accounts} channel accounts and {contacts} personal contacts. Choose who takes them over.',
  },
  'user.unfit-successor': {
    status: 400,
    message: 'The chosen successor is not an enabled messenger user of this organization.',
  },
  // Imports
  'import.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'import.changed': {
    status: 409,
    message: 'Somebody else said what the columns are. Look at it again before its rows are taken in.',
  },
  'import.not-csv': { status: 415, message: 'The uploaded file needs to be in csv format' },
  'import.bad-workbook': { status: 400, message: 'The workbook cannot be read: {reason}' },
  'import.empty': { status: 400, message: 'The file has no rows.' },
  'import.too-many-rows': { status: 413, message: 'The file has more than {most} rows. Nothing was saved.' },
  'import.too-many-columns': {
    status: 400,
    message: 'The file has more than {most} columns. Nothing was saved.',
  },
  'import.missing-column': { status: 400, message: 'No column is chosen for {fields}.' },
  'import.unknown-column': { status: 400, message: 'The file has no such column.' },
  'import.wrong-state': {
    status: 409,
    message: 'The import has gone on meanwhile. Nothing was changed: look at it again.',
  },
  'import.too-many': { status: 429, message: 'Two imports are running already. Wait for one of them.' },
  'import.undo-over': { status: 409, message: 'An import can be undone for {hours} hours, and once.' },
  'organization.closed': {
    status: 410,
    message: 'This organization is closed. Its records are kept. Ask the operator of this installation.',
  },
  'operator.wrong-key': { status: 401, message: 'The operator’s key is missing or wrong.' },
  'operator.unknown-organization': {
    status: 404,
    message: 'There is no organization with the name {label}.',
  },
  'operator.bad-label': {
    status: 400,
    message:
      'A name in addresses has 1 to 63 letters a to z, digits and inner hyphens, and is none of dev, stage, local, redirect, www and api.',
  },
  'operator.label-taken': { status: 409, message: 'There is an organization with the name {label} already.' },
  'operator.no-main-domain': {
    status: 409,
    message:
      'Another organization needs an address of its own, and PUBLIC_BASE_URL is not under MAIN_DOMAIN. Set MAIN_DOMAIN to the last two labels of its host.',
  },
  'organization.not-found': { status: 404, message: 'There is no organization at this address.' },
  'set-up.over': {
    status: 410,
    message:
      'This link has been used, or has run out. Where nobody has used it, the next start prints another.',
  },
  'organization.changed': {
    status: 409,
    message: 'Somebody changed the organization meanwhile. Nothing was saved: look at it again.',
  },
  'organization.future-history': { status: 400, message: 'History begins today at the latest.' },
  'organization.no-logo': { status: 404, message: 'The organization has no logo.' },
  'organization.bad-logo': {
    status: 400,
    message: 'The logo has to be a PNG or JPG picture. Nothing was saved.',
  },
  'organization.logo-too-large': {
    status: 413,
    message: 'The logo is larger than 2 MB. Nothing was saved.',
  },
  // Exports
  'export.failed': { status: 422, message: 'Cannot generate {format} file with given data' },
  'export.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'export.unfinished': { status: 409, message: 'The file is not ready yet.' },
  'export.withdrawn': {
    status: 403,
    message: 'You had access to more when this file was made than you have now. Please export again.',
  },
  'export.too-many': {
    status: 429,
    message: 'Two exports are running already. Wait for one of them, or cancel it.',
  },
  // Contacts
  'contact.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'contact.beyond-scope': {
    status: 403,
    message:
      'This change concerns groups, contacts or conversations that you cannot see. Nothing was saved. Ask an administrator who sees them.',
  },
  'contact.changed': {
    status: 409,
    message: 'Somebody changed this contact meanwhile. Nothing was saved: look at it again.',
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
    message: 'This phone number or address is that of a user of this organization.',
  },
  'contact.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'contact.unknown-owner': { status: 400, message: 'The chosen owner is not a user of this organization.' },
  'contact.has-effect': {
    status: 409,
    message: 'This change closes conversations or merges contacts. Look at what it does, and confirm it.',
  },
  'contact.effect-changed': {
    status: 409,
    message: 'What this change does is different by now. Nothing was saved: look at it again.',
  },
  'contact.archived': { status: 409, message: 'This contact was archived. Nothing was saved.' },
  'contact.undo-over': { status: 409, message: 'A change can be undone for {hours} hours, and once.' },
  'contact.undo-changed': {
    status: 409,
    message: 'This contact was changed again meanwhile. Nothing was undone.',
  },
  'contact.undo-owner': {
    status: 409,
    message: 'The owner of the contact was removed meanwhile. Nothing was undone.',
  },
  'contact.undo-taken': {
    status: 409,
    message: 'The phone number or address belongs to another contact by now. Nothing was undone.',
  },
  'contact.bad-avatar': {
    status: 400,
    message: 'The picture cannot be read. Allowed are JPG, PNG and WebP up to 5 MB.',
  },
  'contact.no-avatar': { status: 404, message: 'This contact has no picture.' },
  // Groups and permission profiles
  'group.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'group.name-taken': { status: 409, message: 'A Group with this same name already exists.' },
  'group.changed': {
    status: 409,
    message: 'Somebody changed this group meanwhile. Nothing was saved: look at it again.',
  },
  'group.last-group': {
    status: 409,
    message: 'Everybody needs at least one Group. {count} would have none: {names}{more}',
  },
  'group.unknown-person': {
    status: 400,
    message: 'Somebody who was chosen is not there any more. Nothing was saved; choose again.',
  },
  'group.unknown-target': {
    status: 400,
    message: 'The group to move to is not there any more. Nothing was saved; choose another.',
  },
  'permission-profile.not-found': {
    status: 404,
    message: "Oops! Entity with specified ID doesn't exist...",
  },
  'permission-profile.name-taken': {
    status: 409,
    message: 'A Permission Profile with this same name already exists.',
  },
  'permission-profile.changed': {
    status: 409,
    message: 'Somebody changed this permission profile meanwhile. Nothing was saved: look at it again.',
  },
  'permission-profile.last-profile': {
    status: 409,
    message:
      'Every platform user needs at least one Permission Profile. {count} would have none: {names}{more}',
  },
  'permission-profile.unknown-person': {
    status: 400,
    message: 'Somebody who was chosen is not there any more. Nothing was saved; choose again.',
  },
  'permission-profile.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'permission-profile.unknown-target': {
    status: 400,
    message: 'The permission profile to move to is not there any more. Nothing was saved; choose another.',
  },
  'permission-profile.beyond-own': {
    status: 403,
    message: 'Nobody gives what they may not do themselves: {permissions}.',
  },
  'permission-profile.own-reach': {
    status: 403,
    message:
      'You cannot give yourself access to more channels or groups. Nothing was saved. Ask another administrator to make this change.',
  },
  // Policies
  'policy.bad-regex': { status: 400, message: 'This regex has wrong pattern.' },
  'policy.unknown-regex-flag': {
    status: 400,
    message: 'A regex cannot have the flag (?{flag}). It can have i, m, s, U and x.',
  },
  'policy.empty': { status: 400, message: 'This field cannot be empty.' },
  'policy.needs-group': { status: 400, message: 'Please select at least one Group' },
  'policy.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'policy.name-taken': { status: 409, message: 'A Policy with this same name already exists.' },
  'policy.changed': {
    status: 409,
    message: 'Somebody changed this policy meanwhile. Nothing was saved: look at it again.',
  },
  'policy.mixed-file-types': {
    status: 409,
    message: 'You cannot add the ‘{selected}’ rule to a policy that already includes a ‘{included}’ rule.',
  },
  'policy.rule-kept': { status: 409, message: 'Cannot remove this rule' },
  'policy.removes-prompts': {
    status: 409,
    message: 'A policy that blocks cannot have prompt rules: {count} would be removed. Confirm to go on.',
  },
  'policy.blocks-prompts': { status: 409, message: 'A policy that blocks cannot have prompt rules.' },
  'policy.scope-for-prompts': { status: 400, message: 'Only a prompt can look at a whole conversation.' },
  'policy.too-many-rules': { status: 409, message: 'A policy can have {most} rules.' },
  'policy.not-csv': { status: 415, message: 'The uploaded file needs to be in csv format' },
  'policy.empty-file': { status: 400, message: 'The file has no rows.' },
  'policy.too-many-rows': { status: 413, message: 'The file has more than {most} rows. Nothing was saved.' },
  // Notifications
  'notification.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'notification.unknown-policy': { status: 400, message: 'The policy does not exist.' },
  'notification.changed': {
    status: 409,
    message: 'Somebody changed this notification meanwhile. Nothing was saved: look at it again.',
  },
  // Capture
  'capture.bad-signature': { status: 403, message: 'The signature does not match.' },
  'capture.no-signature': { status: 403, message: 'The signature is missing.' },
  'capture.too-many-parameters': {
    status: 400,
    message: 'The form has more parameters than any message needs. Nothing was kept.',
  },
  'capture.too-many-failures': {
    status: 429,
    message: 'Too many deliveries from this address had a wrong signature. Wait a minute and try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures
