/** Policies, their rules, and notifications. */
export const policyFailures = {
  'policy.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'rule.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'policy.bad-regex': { status: 400, message: 'This regex has wrong pattern.' },
  'policy.unknown-regex-flag': {
    status: 400,
    message: 'The flag (?{flag}) is not supported in a regex. Supported flags are i, m, s, U and x.',
  },
  'policy.empty': { status: 400, message: 'This field cannot be empty.' },
  'policy.needs-group': { status: 400, message: 'Please select at least one Group' },
  'policy.unknown-group': { status: 400, message: 'One of the groups does not exist.' },
  'policy.name-taken': { status: 409, message: 'A Policy with this same name already exists.' },
  'policy.changed': {
    status: 409,
    message: 'Someone else changed this policy. Nothing was saved. Reload to see their changes.',
  },
  'policy.mixed-file-types': {
    status: 409,
    message: 'You cannot add the ‘{selected}’ rule to a policy that already includes a ‘{included}’ rule.',
  },
  'policy.rule-kept': { status: 409, message: 'Cannot remove this rule' },
  'policy.removes-prompts': {
    status: 409,
    message: 'A blocking policy can’t have prompt rules: {count} would be removed. Confirm to continue.',
  },
  'policy.blocks-prompts': { status: 409, message: 'A blocking policy can’t have prompt rules.' },
  'policy.scope-for-prompts': {
    status: 400,
    message: 'Only prompt rules can apply to a whole conversation.',
  },
  'policy.too-many-rules': { status: 409, message: 'A policy can have at most {most} rules.' },
  'policy.not-csv': { status: 415, message: 'The uploaded file needs to be in csv format' },
  'policy.empty-file': { status: 400, message: 'The file has no rows.' },
  'policy.too-many-rows': { status: 413, message: 'The file has more than {most} rows. Nothing was saved.' },
  'notification.not-found': { status: 404, message: "Oops! Entity with specified ID doesn't exist..." },
  'notification.unknown-policy': { status: 400, message: 'The policy does not exist.' },
  'notification.changed': {
    status: 409,
    message: 'Someone else changed this notification. Nothing was saved. Reload to see their changes.',
  },
} as const
