import { administrators, changedMeanwhile, missing, nounsOf, said } from './noun.ts'

/** The products that show embedded insights. */
export const insightProviderNouns = nounsOf({
  'insight-providers': {
    permissions: {
      'insights.connect': { words: 'Connect insight providers', roles: administrators },
    },
    area: 'Insights',
    failures: {
      'insight-provider.not-found': missing,
      'insight-provider.name-taken': {
        status: 409,
        message: 'An insight provider with this name already exists.',
      },
      'insight-provider.changed': changedMeanwhile('this insight provider'),
      'insight-provider.no-secret': {
        status: 400,
        message:
          'Enter the secret. A stored one is used only for the address and the user that it was entered for.',
      },
      'insight-provider.no-api-key': {
        status: 400,
        message: 'Enter the API key. A stored one is used only for the address that it was entered for.',
      },
      'insight-provider.kind-fixed': {
        status: 409,
        message: 'The product can’t be changed, because insights refer to it. Create another provider.',
      },
      'insight-provider.in-use': {
        status: 409,
        message: 'Insights still use this provider ({count}). Delete them first.',
      },
      'embedded.not-embedded': {
        status: 409,
        message: 'This insight is built here, so it has no address at another product.',
      },
      'embedded.no-tiles': {
        status: 409,
        message: 'Another product shows this insight, so it can’t have tiles.',
      },
      'embedded.provider-gone': {
        status: 409,
        message:
          'The provider of this insight was removed. Ask an administrator to connect it, and create the insight again.',
      },
      'embedded.not-connected': {
        status: 409,
        message: 'The provider of this insight is no longer connected. Ask an administrator to connect one.',
      },
      'embedded.under-pseudonyms': {
        status: 403,
        message:
          'You read under pseudonyms. Other products may show names, so you can’t open their insights.',
      },
      'embedded.no-profile': {
        status: 403,
        message:
          'You have no permission profile, so there is nothing this insight can show you. Ask an administrator for access.',
      },
      'embedded.many-profiles': {
        status: 409,
        message:
          '{provider} accepts at most {most} permission profiles per reader, and you have more. Ask an administrator to remove some.',
      },
      'embedded.unmapped': {
        status: 409,
        message:
          'Nothing is shown, because “{part}” is not filtered by {filter} and could show other people’s rows. Map this filter in {provider}.',
      },
      'embedded.not-asked': {
        status: 502,
        message: 'The insight could not be loaded from {provider}. {problem}',
      },
    },
    audit: {
      insight_provider_created: said('Insight provider connected', '{actor} connected {target}'),
      insight_provider_updated: said('Insight provider changed', '{actor} changed {target}'),
      insight_provider_deleted: said('Insight provider removed', '{actor} removed {target}'),
      insight_opened: said('Embedded insight opened', '{actor} opened {target} at its provider'),
    },
    targets: {
      'insight-provider': ['the insight provider ', 'an insight provider'],
    },
    slices: { 'insight-providers': ['insights.manage', 'insights.connect'] },
    lists: { 'insight-providers': ['insights.manage'] },
    screen: {
      label: 'Insight Providers',
      path: '/organization/insight-providers',
      under: 'Data',
      permission: 'insights.connect',
      keywords: 'quicksight metabase superset embedded dashboards business intelligence',
      create: {
        label: 'New insight provider',
        permission: 'insights.connect',
        keywords: 'add create connect quicksight metabase superset',
      },
    },
  },
})
