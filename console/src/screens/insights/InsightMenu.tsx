import { NativeSelect } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { getInsightMenu, InsightType } from '@verbatim/contract/insights.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { useId } from 'react'
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

/** All insights of the reader: a list, and on narrow screens a select. */
export function InsightMenu({ groups, current }: { groups: Groups; current: string | undefined }) {
  const id = useId()
  const { history } = useRouter()
  const sections = sectionsOf(groups)
  const canManage = useCan('insights.manage')
  return (
    <>
      <nav className={classes.list} aria-label="Insights" data-screen-only>
        <div className={classes.sections}>
          {sections.map(({ heading, items }, place) => (
            <div key={heading}>
              <p className={classes.heading} id={`${id}${place}`}>
                {heading}
              </p>
              <ul className={classes.items} aria-labelledby={`${id}${place}`}>
                {items.map((item) => (
                  <li key={item.id}>
                    <Link
                      href={`/insights/${item.id}`}
                      className={classes.item}
                      aria-current={item.id === current ? 'page' : undefined}
                    >
                      <bdi>{item.name}</bdi>
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {canManage && (
            <Link href="/organization/insights" className={classes.item}>
              <IconSettings size={16} stroke={1.75} aria-hidden />
              Manage insights
            </Link>
          )}
        </div>
      </nav>
      {sections.length > 0 && (
        <div className={classes.select} data-screen-only>
          <NativeSelect
            aria-label="Insight"
            value={current ?? ''}
            data={sections.map(({ heading, items }) => ({
              group: heading,
              items: items.map(({ id: value, name }) => ({ value, label: name })),
            }))}
            onChange={({ currentTarget: { value } }) => history.push(`/insights/${value}`)}
          />
        </div>
      )}
    </>
  )
}
