import { analysts, changedMeanwhile, allRoles, missing, nounsOf, reviewers, said } from './noun.ts'

/** Policies, metrics and themes, who is notified, and who approves changes. */
export const complianceNouns = nounsOf({
  metrics: {
    permissions: {
      'metrics.organization': { words: 'See the organization overview', roles: allRoles },
      'metrics.sales': { words: 'See sales effectiveness', roles: allRoles },
      'metrics.digital': { words: 'See digital engagement', roles: allRoles },
      'metrics.compliance': { words: 'See cognitive compliance', roles: allRoles },
    },
    area: 'Key Metrics',
    failures: {},
    audit: {},
    targets: { 'key-metrics': ['Key Metrics: ', 'Key Metrics'] },
    slices: {},
    lists: {},
  },
  themes: {
    permissions: {
      'themes.view': { words: 'See themes', roles: allRoles },
      'themes.feedback': { words: 'Like and dislike themes', roles: allRoles },
      'themes.manage': { words: 'Rename, merge, split and hide themes', roles: reviewers },
    },
    area: 'Themes',
    failures: {
      'theme.not-found': missing,
      'theme.name-taken': { status: 409, message: 'A theme with this name already exists.' },
      'theme.same': { status: 409, message: 'A theme cannot be merged into itself.' },
      'theme.no-subtheme': { status: 404, message: 'This sub-theme no longer exists.' },
      'theme.changed': changedMeanwhile('this theme'),
    },
    audit: {
      theme_renamed: said('Theme renamed', '{actor} renamed {target}'),
      theme_merged: said('Theme merged', '{actor} merged {target} into another'),
      theme_split: said('Theme split', '{actor} split {target} from another'),
      theme_hidden: said('Theme hidden', '{actor} hid {target}'),
      theme_shown: said('Theme shown', '{actor} showed {target} again'),
    },
    targets: { theme: ['the theme ', 'a theme'] },
    slices: { themes: ['themes.view'] },
    lists: {},
  },
  insights: {
    permissions: {
      'insights.view': { words: 'See insights', roles: allRoles },
      'insights.manage': { words: 'Change insights', roles: ['tenant_admin', 'analyst'] },
    },
    area: 'Insights',
    failures: {
      'insight.not-found': missing,
      'insight.name-taken': { status: 409, message: 'The provided Insight name is already in use.' },
      'insight.changed': changedMeanwhile('this insight'),
      'insight.unknown-profile': {
        status: 400,
        message: 'One of the permission profiles no longer exists. Nothing was saved. Choose again.',
      },
      'insight.bad-id': { status: 400, message: 'It appears the provided “ID” value is invalid.' },
      'insight.ready-made': {
        status: 409,
        message: 'Ready-made insights can’t be changed. Duplicate this one and change the copy.',
      },
    },
    audit: {
      insight_created: said('Insight created', '{actor} created {target}'),
      insight_updated: said('Insight changed', '{actor} changed {target}'),
      insight_restored: said('Insight version restored', '{actor} restored an earlier version of {target}'),
      insight_deleted: said('Insight deleted', '{actor} deleted {target}'),
      insight_undeleted: said('Insight deletion undone', '{actor} undid the deletion of {target}'),
    },
    targets: {
      insight: ['the insight ', 'an insight'],
    },
    slices: { insights: ['insights.view'] },
    lists: { insights: ['insights.view'] },
    screen: {
      label: 'Insights',
      path: '/organization/insights',
      under: 'Data',
      permission: 'insights.manage',
      keywords: 'dashboards reports visuals charts builder',
      create: {
        label: 'New insight',
        permission: 'insights.manage',
        keywords: 'add create dashboard report chart',
      },
    },
  },
  policies: {
    permissions: {
      'policies.view': { words: 'See policies', roles: analysts },
      'policies.manage': { words: 'Change policies', roles: reviewers },
      'policies.test': { words: 'Try policies', roles: analysts },
      'policies.approve': { words: 'Approve others’ changes', roles: reviewers },
    },
    area: 'Policies',
    failures: {
      'policy.not-found': missing,
      'rule.not-found': missing,
      'policy.bad-regex': { status: 400, message: 'This regex has wrong pattern.' },
      'policy.unknown-regex-flag': {
        status: 400,
        message: 'The flag (?{flag}) is not supported in a regex. Supported flags are i, m, s, U and x.',
      },
      'policy.empty': { status: 400, message: 'This field cannot be empty.' },
      'policy.needs-group': { status: 400, message: 'Please select at least one Group' },
      'policy.unknown-group': {
        status: 400,
        message: 'One of the groups no longer exists. Nothing was saved. Choose again.',
      },
      'policy.name-taken': { status: 409, message: 'A policy with this name already exists.' },
      'policy.changed': changedMeanwhile('this policy'),
      'policy.mixed-file-types': {
        status: 409,
        message:
          'You cannot add the ‘{selected}’ rule to a policy that already includes a ‘{included}’ rule.',
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
      'policy.which-separator': {
        status: 400,
        message:
          'The columns of this file seem to be separated by {signs}. Add a first row with their names: “phrase” or “regex”, and “name” for the second one. If each row is one pattern, add “phrase” or “regex” alone.',
      },
      'policy.empty-file': { status: 400, message: 'The file has no rows.' },
      'policy.too-many-rows': {
        status: 413,
        message: 'The file has more than {most} rows. Nothing was saved.',
      },
    },
    audit: {
      policy_created: said('Policy created', '{actor} created {target}'),
      policy_updated: said('Policy changed', '{actor} changed {target}'),
      policy_rule_created: said('Policy rule created', '{actor} added a rule to {target}'),
      policy_rule_updated: said('Policy rule changed', '{actor} changed a rule of {target}'),
      policy_rule_deleted: said('Policy rule removed', '{actor} removed a rule from {target}'),
      policy_rules_imported: said('Policy rules imported', '{actor} imported rules into {target}'),
      policy_previewed: said('Policy previewed', '{actor} previewed a draft of a policy on messages'),
    },
    targets: {
      policy: ['the policy ', 'a policy'],
    },
    slices: { policies: ['policies.view'] },
    lists: { policies: ['policies.view'] },
    screen: {
      label: 'Policies',
      path: '/organization/policies',
      under: 'Supervision',
      permission: 'policies.view',
      keywords: 'rules topics phrases regex',
      create: { label: 'New policy', permission: 'policies.manage', keywords: 'add create rule topic' },
    },
  },
  notifications: {
    permissions: {
      'notifications.view': { words: 'See notifications', roles: reviewers },
      'notifications.manage': { words: 'Change notifications', roles: reviewers },
    },
    area: 'Notifications',
    failures: {
      'notification.not-found': missing,
      'notification.unknown-policy': {
        status: 400,
        message: 'The policy no longer exists. Nothing was saved. Choose again.',
      },
      'notification.changed': changedMeanwhile('this notification'),
    },
    audit: {
      notification_created: said('Notification created', '{actor} created {target}'),
      notification_updated: said('Notification changed', '{actor} changed {target}'),
      notification_deleted: said('Notification deleted', '{actor} deleted {target}'),
      notification_tested: said(
        'Notification tested',
        '{actor} sent a test email for {target}[ to {new:sentTo}]',
      ),
    },
    targets: {
      notification: ['the notification ', 'a notification'],
    },
    slices: { notifications: ['notifications.view'] },
    lists: { notifications: ['notifications.view'] },
    screen: {
      label: 'Notifications Setup',
      path: '/organization/notifications',
      under: 'Supervision',
      permission: 'notifications.view',
      keywords: 'alerts mail email recipients',
      create: {
        label: 'New notification',
        permission: 'notifications.manage',
        keywords: 'add create alert mail',
      },
    },
  },
  'metric-alerts': {
    permissions: {},
    failures: {
      'metric-alert.not-found': missing,
      'metric-alert.name-taken': { status: 409, message: 'An alert with this name already exists.' },
      'metric-alert.too-many': {
        status: 409,
        message: 'An organization can have at most 100 alerts. Delete one that you no longer need.',
      },
      'metric-alert.unknown-recipient': {
        status: 400,
        message: 'Someone you chose is no longer a platform user. Nothing was saved. Choose again.',
      },
      'metric-alert.changed': changedMeanwhile('this alert'),
    },
    audit: {
      metric_alert_created: said('Metric alert created', '{actor} created {target}'),
      metric_alert_updated: said('Metric alert changed', '{actor} changed {target}'),
      metric_alert_deleted: said('Metric alert deleted', '{actor} deleted {target}'),
    },
    targets: {
      'metric-alert': ['the metric alert ', 'a metric alert'],
    },
    slices: { 'metric-alerts': ['notifications.view'] },
    lists: { 'metric-alerts': ['notifications.view'] },
    screen: {
      label: 'Metric Alerts',
      path: '/organization/metric-alerts',
      under: 'Supervision',
      permission: 'notifications.view',
      keywords: 'notifications threshold figures key metrics mail above below change',
      create: {
        label: 'New metric alert',
        permission: 'notifications.manage',
        keywords: 'add create alert threshold mail',
      },
    },
  },
})
