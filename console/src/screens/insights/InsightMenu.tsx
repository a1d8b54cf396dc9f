import { NativeSelect } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { getInsightMenu, InsightType } from '@verbatim/contract/insights.ts'
import { SideMenu } from '@verbatim/ui/frame/SideMenu.tsx'
import { useCan } from '#shell/use-app-context.ts'
import classes from './InsightMenu.module.css'

type Groups = OutputOf<typeof getInsightMenu>['groups']
type Item = Groups[number]['items'][number]

const headings: Readonly<Record<InsightType, string>> = {
  dashboard: 'Dashboards',
  report: 'Reports',
  visual: 'Visuals',
}

/** The organization's own under their types, then the ready-made ones. */
function sectionsOf(groups: Groups): { readonly heading: string; readonly items: readonly Item[] }[] {
  const own = groups.map(({ type, items }) => ({
    heading: headings[type],
    items: items.filter(({ isReadyMade }) => !isReadyMade),
  }))
  const ready = groups.flatMap(({ items }) => items.filter(({ isReadyMade }) => isReadyMade))
  return [...own, { heading: 'Ready-made', items: ready }].filter(({ items }) => items.length > 0)
}

const hrefOf = (id: string) => `/insights/${id}`

const manage = {
  href: '/organization/insights',
  label: (
    <>
      <IconSettings size={16} stroke={1.75} aria-hidden />
      Manage insights
    </>
  ),
}

/** All insights of the reader: a list, and on narrow screens a select. */
export function InsightMenu({ groups, current }: { groups: Groups; current: string | undefined }) {
  const { history } = useRouter()
  const sections = sectionsOf(groups)
  const canManage = useCan('insights.manage')
  const isListed = sections.some(({ items }) => items.some(({ id }) => id === current))
  return (
    <>
      <SideMenu
        label="Insights"
        sections={sections.map(({ heading, items }) => ({
          heading,
          links: items.map((item) => ({ href: hrefOf(item.id), label: <bdi>{item.name}</bdi> })),
        }))}
        current={current && hrefOf(current)}
        {...(canManage && { last: manage })}
      />
      {sections.length > 0 && (
        <div className={classes.select} data-screen-only>
          <NativeSelect
            aria-label="Insight"
            leftSection="Insight:"
            leftSectionWidth={68}
            value={isListed ? current : ''}
            data={[
              // The address may name none of them.
              ...(isListed ? [] : [{ value: '', label: 'Choose an insight' }]),
              ...sections.map(({ heading, items }) => ({
                group: heading,
                items: items.map(({ id: value, name }) => ({ value, label: name })),
              })),
            ]}
            onChange={({ currentTarget: { value } }) => value && history.push(hrefOf(value))}
          />
        </div>
      )}
    </>
  )
}
