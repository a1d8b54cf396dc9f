// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useKeysAhead } from '#shell/use-keys-ahead.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { stopTyping } from './typed-ahead.ts'
import { useHeldKeys } from './use-held-keys.ts'

afterEach(() => {
  cleanup()
  stopTyping()
})

/** A page where C leads to the field of comments, and E decides: both once it is drawn. */
async function open({ canComment = true } = {}) {
  const decided: string[] = []
  const set = { ready: (_is: boolean) => {} }
  function Page() {
    useKeysAhead()
    const [isReady, setReady] = useState(false)
    const [text, setText] = useState('Before. ')
    const [hasField, setHasField] = useState(false)
    Object.assign(set, { ready: setReady })
    const actOf = (key: string) => {
      if (!isReady) return 'wait'
      if (key === 'e') return () => decided.push(key)
      return canComment ? () => setHasField(true) : undefined
    }
    useHeldKeys(['c', 'e'], actOf, { typing: ['c'] })
    return (
      <>
        <p>Page</p>
        <button>Elsewhere</button>
        {hasField && (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- as that of comments
          <textarea
            aria-label="Comment"
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </>
    )
  }
  const pages = drawPages({ '/': Page, '/next': () => <p>Next</p> })
  await screen.findByText('Page')
  return { ...pages, decided, draw: () => act(async () => set.ready(true)) }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })

test('what is typed after C is text: it decides nothing, and goes into the field once that is drawn', async () => {
  const { user, decided, draw } = await open()
  await user.keyboard('csee  x{Backspace}legal, 1 or 2{Enter}e')
  await draw()
  const text = 'Before. see  legal, 1 or 2\ne'
  await waitFor(async () => expect((await field()).value).toBe(text))
  await user.keyboard('!')
  expect([decided, (await field()).value]).toEqual([[], `${text}!`])
})

test('after Escape or a click elsewhere, keys are keys again', async () => {
  const { user, decided, draw } = await open()
  await user.keyboard('cse{Escape}e')
  await draw()
  await waitFor(() => expect(decided).toEqual(['e']))
  expect((await field()).value).toBe('Before. ')
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }))
  await user.keyboard('e')
  expect(decided).toEqual(['e', 'e'])
})

test('keys are keys where C does nothing', async () => {
  const { user, decided, draw } = await open({ canComment: false })
  await user.keyboard('cse')
  await draw()
  await user.keyboard('e')
  expect(decided).toEqual(['e'])
})

test('text is forgotten if the address changes meanwhile', async () => {
  const { user, router } = await open()
  await user.keyboard('cse')
  await act(() => router.navigate({ to: '/next' as never }))
  const pressed: string[] = []
  document.addEventListener('keydown', ({ key }) => pressed.push(key), { once: true })
  await user.keyboard('e')
  expect(pressed).toEqual(['e'])
})
