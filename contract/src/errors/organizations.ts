/** The organization and its operator. */
export const organizationFailures = {
  'archiving.changed': {
    status: 409,
    message: 'Someone else changed the archive settings. Nothing was saved. Reload to see their changes.',
  },
  'archiving.no-password': {
    status: 400,
    message: 'Enter the password again: the host, user or encryption has changed.',
  },
  'archiving.unknown-mail': { status: 404, message: 'This email to the archive doesn’t exist.' },
  'archiving.not-failed': { status: 409, message: 'Only an email that failed can be sent again.' },
  'archiving.off': { status: 409, message: 'Archiving is off. Turn it on or pause it first.' },
  'archiving.back-fill-runs': { status: 409, message: 'Earlier messages are already being archived.' },
  'archiving.back-fill-later': { status: 400, message: 'Choose a day that is not in the future.' },
  'archiving.no-back-fill': { status: 409, message: 'No earlier messages are being archived.' },
  'operator.wrong-key': { status: 401, message: 'The operator’s key is missing or wrong.' },
  'operator.unknown-organization': {
    status: 404,
    message: 'There is no organization with the name {label}.',
  },
  'operator.bad-label': {
    status: 400,
    message:
      'A name used in addresses has 1 to 63 characters: letters a to z, digits, and hyphens that are not at either end. It can’t be dev, stage, local, redirect, www or api.',
  },
  'operator.label-taken': { status: 409, message: 'An organization with the name {label} already exists.' },
  'operator.no-main-domain': {
    status: 409,
    message:
      'A second organization needs its own address, but PUBLIC_BASE_URL is not under MAIN_DOMAIN. Set MAIN_DOMAIN to the last two labels of the host in PUBLIC_BASE_URL.',
  },
  'organization.changed': {
    status: 409,
    message: 'Someone else changed the organization. Nothing was saved. Reload to see their changes.',
  },
  'organization.needs-second-approver': {
    status: 409,
    message: 'Approval needs two people who can approve, and there is only one. Nothing was saved.',
  },
  'organization.future-history': { status: 400, message: 'The start date can’t be in the future.' },
  'organization.unknown-zone': {
    status: 400,
    message: 'The database does not know this time zone. Nothing was saved. Choose another.',
  },
  'organization.no-logo': { status: 404, message: 'The organization has no logo.' },
  'organization.bad-logo': {
    status: 400,
    message: 'The logo must be a PNG or JPG picture. Nothing was saved.',
  },
  'organization.logo-too-large': {
    status: 413,
    message: 'The logo is larger than 2 MB. Nothing was saved.',
  },
} as const
