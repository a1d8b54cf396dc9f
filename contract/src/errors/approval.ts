/** Changes that a second person approves. */
export const approvalFailures = {
  'approval.required': {
    status: 409,
    message: 'This change needs the approval of a second person. Nothing was saved. Send it for approval.',
  },
  'change-request.not-found': { status: 404, message: 'This change request does not exist.' },
  'change-request.pending': {
    status: 409,
    message: 'Another change of “{name}” awaits approval. Nothing was saved. It has to be decided first.',
  },
  'change-request.nothing': { status: 400, message: 'Nothing would change. Nothing was sent for approval.' },
  'change-request.decided': { status: 409, message: 'This change request was already decided.' },
  'change-request.own': {
    status: 409,
    message: 'You can’t decide your own change request. Another person has to approve it.',
  },
  'change-request.dependent': {
    status: 409,
    message:
      'You can’t approve this change: {name}, who sent it, changed your account or your rights in the last {days} days. Nothing was changed. Another person has to approve it.',
  },
  'change-request.requester-may-not': {
    status: 409,
    message:
      '{name}, who sent this change, may not make it any more. Nothing was changed. Reject it, or send a change of your own.',
  },
  'change-request.stale': {
    status: 409,
    message:
      'This change would do something else now than when it was sent. Nothing was changed. Reject it, and ask for it again.',
  },
  'change-request.not-own': { status: 409, message: 'Only the person who sent it can withdraw it.' },
  'organization.needs-second-approver': {
    status: 409,
    message: 'Approval needs two people who can approve, and there is only one. Nothing was saved.',
  },
} as const
