/** Saved views of lists. */
export const viewFailures = {
  'view.not-found': { status: 404, message: 'This view does not exist.' },
  'view.list-closed': { status: 404, message: 'You can’t open this list, so you can’t keep views of it.' },
  'view.changed': {
    status: 409,
    message: 'Someone else changed this view. Nothing was saved. Reload to see their changes.',
  },
  'view.name-taken': { status: 409, message: 'You already have a view with this name.' },
  'view.too-many': {
    status: 409,
    message: 'You can keep {most} views for one list. Remove one that you no longer need.',
  },
  'view.not-understood': {
    status: 400,
    message: 'The list does not understand “{part}”. Nothing was saved.',
  },
} as const
