/** Review of cognitive events. */
export const eventFailures = {
  'event.changed': {
    status: 409,
    message:
      'Someone else changed this event after you opened it. Nothing was saved. Reload to see the change.',
  },
  'event.illegal-step': { status: 409, message: 'An event cannot go from {from} to {to}.' },
  'event.undo-over': {
    status: 409,
    message:
      'This change was made more than an hour ago and can’t be undone. Reopen a closed event, or change the status of an open one.',
  },
  'event.reason-needed': { status: 400, message: 'Enter a reason for reopening the event.' },
  'event.disposition-needed': { status: 400, message: 'Choose a disposition to resolve the event.' },
  'event.not-a-reviewer': {
    status: 400,
    message: 'The chosen assignee does not have permission to review events.',
  },
  'event.assignee-cannot-see': {
    status: 400,
    message: '{name} does not have access to {what}. Nothing was saved. Choose someone who does.',
  },
  'event.cannot-mention': {
    status: 400,
    message: '{name} does not have access to this event. Nothing was saved. Remove the mention.',
  },
  'event.too-many': {
    status: 400,
    message: 'More than {most} events match. Nothing was changed. Narrow the filter.',
  },
  'event.count-changed': {
    status: 409,
    message: '{found} events match now instead of {expected}. Nothing was changed. Check the list again.',
  },
  'event.author-is-no-user': {
    status: 409,
    message: 'The author of this message is not a user of your organization. No note was sent.',
  },
  'event.author-notified': {
    status: 409,
    message:
      'The author has already received a note about this event. No new note was sent. Confirm to send another one.',
  },
  'event.file-not-found': { status: 400, message: 'A file for this comment is missing. Upload it again.' },
  'event.file-type': {
    status: 400,
    message:
      'This type of file is not allowed. You can upload files of up to 25 MB of these types: {allowed}.',
  },
  'event.file-infected': {
    status: 422,
    message: 'Malware was found in this file ({malware}). It was not uploaded.',
  },
  'event.file-too-large': {
    status: 413,
    message: 'This file is {size}. You can upload files of up to 25 MB of these types: {allowed}.',
  },
} as const
