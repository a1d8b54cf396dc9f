// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EvidenceRail, stepEvidence } from './EvidenceRail.tsx'

/** A page without a layout: messages are 100 high, one below the other, in a window of 400. */
const messageHeight = 100
const seenHeight = 400
const tones = [undefined, 'evidence', undefined, undefined, 'hit', 'current', undefined, undefined] as const

let looks: (() => void)[]

beforeEach(() => {
  looks = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        looks.push(look)
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const box = (top: number, height: number) => () => new DOMRect(0, top, 300, height)

/** Gives the thread and its messages their places, and tells the rail. */
function layOut(scroller: HTMLElement, scrollTop: number): void {
  scroller.scrollTop = scrollTop
  const messages = [...scroller.querySelectorAll('li')]
  Object.defineProperty(scroller, 'clientHeight', { value: seenHeight, configurable: true })
  Object.defineProperty(scroller, 'scrollHeight', {
    value: messages.length * messageHeight,
    configurable: true,
  })
  scroller.getBoundingClientRect = box(0, seenHeight)
  for (const [at, message] of messages.entries())
    message.getBoundingClientRect = box(at * messageHeight - scrollTop, messageHeight)
  act(() => looks.forEach((look) => look()))
}

function open(shown: readonly (string | undefined)[] = tones) {
  const scroller = createRef<HTMLDivElement>()
  const { container } = render(
    <>
      <div ref={scroller}>
        <ul>
          {shown.map((tone, at) => (
            <li key={at}>
              <article data-message={`m${at}`} tabIndex={-1}>
                Text {tone && <mark data-tone={tone}>found</mark>}
              </article>
            </li>
          ))}
        </ul>
      </div>
      <EvidenceRail scroller={scroller} content={shown} />
    </>,
  )
  const element = scroller.current!
  const brought: string[] = []
  for (const message of element.querySelectorAll<HTMLElement>('[data-message]'))
    message.scrollIntoView = () => void brought.push(message.dataset['message']!)
  layOut(element, 0)
  const marks = () => [...container.querySelectorAll<HTMLElement>('[data-screen-only] button')]
  return { scroller: element, brought, marks }
}

const placesOf = (marks: readonly HTMLElement[]) => marks.map(({ style }) => style.insetBlockStart)
const focused = () => (document.activeElement as HTMLElement).dataset['message']

test('each message with evidence has a mark at its share of the thread, wherever that is scrolled to', () => {
  const { scroller, marks } = open()
  expect(placesOf(marks())).toEqual(['18.75%', '68.75%'])
  layOut(scroller, 250)
  expect(placesOf(marks())).toEqual(['18.75%', '68.75%'])
})

test('a thread that is all in sight has no marks', () => {
  expect(open(tones.slice(0, 4)).marks()).toEqual([])
})

test('a mark leads to its message', () => {
  const { marks, brought } = open()
  fireEvent.click(marks()[1]!)
  expect(brought).toEqual(['m5'])
})

test('steps lead to the next evidence below or above the middle, then on from there, and begin again at the end', () => {
  const { scroller, brought } = open()
  layOut(scroller, 200)
  stepEvidence(scroller, 1)
  expect(focused()).toBe('m5')
  stepEvidence(scroller, 1)
  expect(focused()).toBe('m1')
  stepEvidence(scroller, -1)
  expect(focused()).toBe('m5')
  document.querySelector<HTMLElement>(':focus')?.blur()
  stepEvidence(scroller, -1)
  expect([focused(), brought]).toEqual(['m1', ['m5', 'm1', 'm5', 'm1']])
})
