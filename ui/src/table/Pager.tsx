import { ActionIcon, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { numberText } from '#dates.ts'
import classes from './Pager.module.css'

interface PagerProps {
  page: number
  size: number
  /** Undefined while it is counted. */
  total: number | undefined
  atLeast?: boolean | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

const sizes = [25, 50, 100, 200]

/** Which rows of how many are shown, and links to the others. Nothing where there are none. */
export function Pager({ page, size, total, atLeast, onPage, onSize }: PagerProps) {
  if (total === 0) return
  const last = Math.max(Math.ceil((total ?? 0) / size), 1)
  const first = (page - 1) * size + 1
  const until = Math.min(page * size, total ?? 0)
  const offered = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span className={classes.range} aria-live="polite">
        {total === undefined
          ? 'Counting…'
          : until < first
            ? `None of ${numberText(total)}`
            : `${numberText(first)}–${numberText(until)} of ${atLeast ? 'more than ' : ''}${numberText(total)}`}
      </span>
      <NativeSelect
        className={classes.size}
        aria-label="Rows per page"
        value={String(size)}
        data={offered.map((known) => ({ value: String(known), label: `${known} per page` }))}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <div className={classes.steps}>
        <ActionIcon aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <PageField key={page} page={page} last={last} onPage={onPage} />
        <span className={classes.of}>of {numberText(last)}</span>
        <ActionIcon aria-label="Next page" disabled={page >= last} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
    </nav>
  )
}

function PageField({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState(String(page))
  const go = () => {
    const wanted = Math.min(Math.max(Math.trunc(Number(typed)) || page, 1), last)
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <TextInput
      className={classes.field}
      aria-label="Page"
      inputMode="numeric"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={go}
      onKeyDown={(event) => event.key === 'Enter' && go()}
    />
  )
}
