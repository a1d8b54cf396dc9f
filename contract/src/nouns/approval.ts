import { missing, nounsOf, said } from './noun.ts'

/** What a second person approves. */
export const approvalNouns = nounsOf({
  'change-requests': {
    permissions: {},
    failures: {
      'approval.required': {
        status: 409,
        message:
          '{why}This change needs the approval of a second person. Nothing was saved. Send it for approval.',
      },
      'change-request.not-found': missing,
      'change-request.pending': {
        status: 409,
        message:
          'Another change to “{name}” is awaiting approval. Nothing was saved. It must be approved, rejected or withdrawn first.',
      },
      'change-request.nothing': {
        status: 400,
        message: 'Nothing would change. Nothing was sent for approval.',
      },
      'change-request.no-approver': {
        status: 409,
        message:
          'No other person can approve this change. Nothing was sent for approval. First, another person needs permission to see and approve such changes.',
      },
      'change-request.unseen': {
        status: 403,
        message:
          'You can’t send this change for approval, because you don’t have permission to see change requests about it. Nothing was sent for approval. Ask a person who has this permission to make the change.',
      },
      'change-request.decided': { status: 409, message: 'This change request was already decided.' },
      'change-request.own': {
        status: 409,
        message: 'You can’t decide your own change request. Another person has to approve it.',
      },
      'change-request.not-own': { status: 409, message: 'Only the person who sent it can withdraw it.' },
      'change-request.dependent': {
        status: 409,
        message:
          'You can’t approve this change, because you and {name}, who sent it, are not independent: in the last {days} days, one of you changed the other’s account, permissions or sign-in, directly or through another account, or one person set up sign-in for both of you. Another person has to approve it.',
      },
      'change-request.requester-may-not': {
        status: 409,
        message:
          '{name} sent this change, and no longer has permission to make it. Nothing was changed. Reject it, or send a change of your own.',
      },
      'change-request.stale': {
        status: 409,
        message:
          'This change would now have a different effect than when it was sent. Nothing was changed. Reject it, and have it sent again.',
      },
    },
    audit: {
      change_requested: said('Change sent for approval', '{actor} sent a change to {target} for approval'),
      change_approved: said('Change approved', '{actor} approved a change to {target}'),
      change_rejected: said('Change rejected', '{actor} rejected a change to {target}'),
      change_withdrawn: said('Change withdrawn', '{actor} withdrew a change to {target}'),
    },
    targets: { 'change-request': ['', 'something'] },
    slices: { 'change-requests': ['policies.view'] },
    lists: { 'change-requests': ['policies.view'] },
    screen: {
      label: 'Change Requests',
      path: '/organization/change-requests',
      under: 'Supervision',
      permission: 'policies.view',
      keywords: 'approval approve second person four eyes pending',
    },
  },
})
