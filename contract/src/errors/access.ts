/** Groups, permission profiles, stated purposes and pseudonyms. */
export const accessFailures = {
  'purpose.required': {
    status: 428,
    message: 'Say why you are reading. Your organization requires a purpose for messages without an event.',
  },
  'identity.hidden': {
    status: 403,
    message:
      'Your organization reads under pseudonyms, so people can’t be searched, filtered or sorted by name. Nothing was searched.',
  },
  'identity.not-hidden': { status: 409, message: 'Your organization reads under names already.' },
  'group.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'group.name-taken': { status: 409, message: 'A Group with this same name already exists.' },
  'group.changed': {
    status: 409,
    message: 'Someone else changed this group. Nothing was saved. Reload to see their changes.',
  },
  'group.last-group': {
    status: 409,
    message: 'Everyone needs at least one Group. {count} would have none: {names}{more}',
  },
  'group.unknown-person': {
    status: 400,
    message: 'Someone you chose no longer exists. Nothing was saved. Choose again.',
  },
  'group.unknown-target': {
    status: 400,
    message: 'The group to move to no longer exists. Nothing was saved. Choose another.',
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
    message: 'Someone else changed this permission profile. Nothing was saved. Reload to see their changes.',
  },
  'permission-profile.last-profile': {
    status: 409,
    message:
      'Every platform user needs at least one Permission Profile. {count} would have none: {names}{more}',
  },
  'permission-profile.unknown-person': {
    status: 400,
    message: 'Someone you chose no longer exists. Nothing was saved. Choose again.',
  },
  'permission-profile.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'permission-profile.unknown-target': {
    status: 400,
    message: 'The permission profile to move to no longer exists. Nothing was saved. Choose another.',
  },
  'permission-profile.beyond-own': {
    status: 403,
    message: 'You can’t grant permissions you don’t have: {permissions}.',
  },
  'permission-profile.own-reach': {
    status: 403,
    message:
      'You can’t give yourself access to more channels or groups. Nothing was saved. Ask another administrator to make this change.',
  },
} as const
