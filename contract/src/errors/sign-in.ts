/** Signing in, single sign-on, and your own account. */
export const signInFailures = {
  'identity.wrong-credentials': { status: 401, message: 'Incorrect email address or password' },
  'identity.wrong-code': { status: 401, message: 'Incorrect authentication code' },
  'organization.closed': {
    status: 410,
    message: 'This organization is closed. Its records are kept. Contact the operator of this installation.',
  },
  'identity.code-expired': { status: 400, message: 'The code has expired. Ask for a new one.' },
  'identity.weak-password': {
    status: 400,
    message:
      'The password needs at least 8 characters, one uppercase, one lowercase, one number and one special character.',
  },
  'identity.common-password': {
    status: 400,
    message: 'This password is too common. Choose another.',
  },
  'identity.invitation-expired': {
    status: 403,
    message: 'Your invitation has expired. Ask an administrator to send it again.',
  },
  'identity.already-signed-in': {
    status: 409,
    message: 'This user has already signed in and does not need an invitation.',
  },
  'identity.reset-required': { status: 403, message: 'Your password must be reset before you can sign in.' },
  'identity.too-many-attempts': {
    status: 429,
    message: 'Too many attempts. Wait a few minutes and try again.',
  },
  'single-sign-on.changed': {
    status: 409,
    message: 'Someone else changed single sign-on. Nothing was saved. Reload to see their changes.',
  },
  'single-sign-on.kept-elsewhere': {
    status: 409,
    message: 'Single sign-on is configured in your user pool and can’t be changed here.',
  },
  'single-sign-on.bad-issuer': { status: 400, message: 'The address of a provider must begin with https://' },
  'identity.sign-on-unknown': {
    status: 400,
    message: 'This sign-in was started elsewhere or has expired. Start again.',
  },
  'identity.sign-on-refused': { status: 401, message: 'Single sign-on did not work. Try again.' },
  'identity.insecure-page': {
    status: 400,
    message: 'Sign-in requires a secure address (https or localhost). This page was opened without one.',
  },
  'account.wrong-code': { status: 400, message: 'Incorrect authentication code' },
  'account.code-needed': {
    status: 400,
    message: 'Enter the code from your authenticator app or a recovery code.',
  },
  'account.no-enrolment': { status: 409, message: 'No authenticator is being set up. Start again.' },
  'account.second-step-required': {
    status: 409,
    message:
      'Your organization requires a second step. You can replace your authenticator but not remove it.',
  },
  'account.device-not-found': { status: 404, message: 'This device is already signed out.' },
  'organization.second-step-kept-elsewhere': {
    status: 409,
    message: 'The second step is configured in your user pool and can’t be changed here.',
  },
  'account.kept-elsewhere': {
    status: 409,
    message: 'Your sign-in is managed by your organization’s identity provider. Change it there.',
  },
  'set-up.over': {
    status: 410,
    message:
      'This link has been used or has expired. If it was not used, the server prints a new one at its next start.',
  },
} as const
