import { changedMeanwhile, missing, nounsOf, reviewers, said } from './noun.ts'

/** What an organization keeps for itself. */
export const organizationNouns = nounsOf({
  'saved-views': {
    permissions: {
      'views.share': { words: 'Share saved views', roles: reviewers },
    },
    area: 'Views',
    failures: {
      'view.not-found': missing,
      'view.list-closed': {
        status: 404,
        message: 'You can’t open this list, so you can’t save views of it.',
      },
      'view.changed': changedMeanwhile('this view'),
      'view.name-taken': { status: 409, message: 'You already have a view with this name.' },
      'view.too-many': {
        status: 409,
        message: 'You can save at most {most} views for one list. Remove one that you no longer need.',
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
    slices: { 'saved-views': 'everyone' },
    lists: {},
  },
  'report-schedules': {
    permissions: {
      'reports.view': { words: 'See scheduled reports', roles: reviewers },
      'reports.manage': { words: 'Schedule reports', roles: reviewers },
    },
    area: 'Scheduled reports',
    failures: {
      'report-schedule.not-found': missing,
      'report-schedule.name-taken': {
        status: 409,
        message: 'A scheduled report with this name already exists.',
      },
      'report-schedule.unknown-recipient': {
        status: 400,
        message: 'Someone you chose is no longer a platform user. Nothing was saved. Choose again.',
      },
      'report-schedule.unknown-insight': {
        status: 400,
        message:
          'The insight that you chose does not exist, is shown by another product, or isn’t available to you. Choose another.',
      },
      'report-schedule.changed': changedMeanwhile('this scheduled report'),
    },
    audit: {
      report_schedule_created: said('Report scheduled', '{actor} scheduled {target}'),
      report_schedule_updated: said('Scheduled report changed', '{actor} changed {target}'),
      report_schedule_deleted: said('Scheduled report deleted', '{actor} deleted {target}'),
      report_schedule_tested: said(
        'Scheduled report tested',
        '{actor} asked for a copy of {target}[ to {new:sentTo}]',
      ),
      report_subscription_updated: said(
        'Report subscription changed',
        '{actor} stopped or resumed their copies of {target}',
      ),
    },
    targets: {
      'report-schedule': ['the scheduled report ', 'a scheduled report'],
    },
    slices: { 'report-schedules': 'everyone' },
    lists: { 'report-schedules': ['reports.view'] },
    screen: {
      label: 'Scheduled Reports',
      path: '/organization/scheduled-reports',
      under: 'Data',
      permission: 'reports.view',
      keywords: 'pdf excel xlsx mail email weekly monthly figures key metrics',
      create: {
        label: 'New scheduled report',
        permission: 'reports.manage',
        keywords: 'add create pdf excel mail weekly monthly',
      },
    },
  },
})
