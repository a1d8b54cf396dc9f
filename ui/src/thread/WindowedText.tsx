import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Highlighted } from '#Highlighted.tsx'
import type { TextRange } from '#ranges.ts'
import { firstWindow, inWindow, later, sooner } from './text-window.ts'
import classes from './WindowedText.module.css'

interface WindowedTextProps {
  /** The source of the text. */
  name: string
  text: string
  ranges: readonly TextRange[]
}

/** The part of a text around its focus, with more on demand. */
export function WindowedText({ name, text, ranges }: WindowedTextProps) {
  const current = ranges.find(({ tone }) => tone === 'current')
  const focus = (current ?? ranges.toSorted((a, b) => a.start - b.start)[0])?.start ?? 0
  const [at, setAt] = useState(focus)
  const [shown, setShown] = useState(() => firstWindow(text, focus))
  if (at !== focus) {
    setAt(focus)
    if (focus < shown.start || focus >= shown.end) setShown(firstWindow(text, focus))
  }
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const mark = box.current?.querySelector('mark[data-tone="current"]') ?? box.current?.querySelector('mark')
    if (mark && box.current)
      box.current.scrollTop += mark.getBoundingClientRect().top - box.current.getBoundingClientRect().top - 40
  }, [focus])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolling areas must be reachable by keyboard
    <div ref={box} className={classes.text} role="region" tabIndex={0} aria-label={`Text of ${name}`}>
      {shown.start > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => setShown(sooner(text, shown))}>
          Earlier text
        </Button>
      )}
      <div className={classes.words}>
        <Highlighted text={text.slice(shown.start, shown.end)} ranges={inWindow(ranges, shown)} />
      </div>
      {shown.end < text.length && (
        <Button size="compact-xs" variant="default" onClick={() => setShown(later(text, shown))}>
          More text
        </Button>
      )}
      {text.length === shown.end && shown.start === 0 && text.length > 8_000 && (
        <Text size="xs" c="dimmed">
          End of the text.
        </Text>
      )}
    </div>
  )
}
