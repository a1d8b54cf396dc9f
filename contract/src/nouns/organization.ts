import { nounsOf, reviewers, said } from './noun.ts'

/** What an organization keeps for itself. */
export const organizationNouns = nounsOf({
  'saved-views': {
    permissions: {
      'views.share': { words: 'Share saved views', roles: reviewers },
    },
    area: 'Views',
    failures: {
      'view.not-found': { status: 404, message: 'This view does not exist.' },
      'view.list-closed': {
        status: 404,
        message: 'You can’t open this list, so you can’t keep views of it.',
      },
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
    },
    audit: {
      saved_view_created: said('View saved', '{actor} saved {target}'),
      saved_view_updated: said('View changed', '{actor} changed {target}'),
      saved_view_deleted: said('View removed', '{actor} removed {target}'),
    },
    targets: {
      'saved-view': ['the view ', 'a view'],
    },
    slices: { 'saved-views': 'everybody' },
    lists: {},
  },
})
