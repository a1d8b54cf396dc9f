// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { drawPages } from '#testing/draw-pages.tsx'
import { ListField } from './ListField.tsx'

afterEach(cleanup)

async function draw(some: { description?: string; readOnly?: boolean; disabled?: boolean }) {
  function Field() {
    const [addresses, setAddresses] = useState<readonly string[]>([])
    return (
      <>
        <ListField
          label="Recipients"
          one="address"
          value={[...addresses]}
          onChange={setAddresses}
          {...some}
        />
        <button>{addresses.join(' and ') || 'none'}</button>
      </>
    )
  }
  const { user } = drawPages({ '/': Field }, { viewer: { id: 'me', permissions: new Set() } })
  const field = await screen.findByLabelText('Recipients', { selector: 'input' })
  const describedBy = field.getAttribute('aria-describedby') ?? ''
  return { user, field, hint: describedBy && document.getElementById(describedBy)?.textContent }
}

test('a list says what it is for, and then how an entry is ended', async () => {
  const { user, field, hint } = await draw({ description: 'At most ten.' })
  expect(hint).toBe('At most ten. Press Enter after each address.')
  await user.type(field, 'a@b.example{Enter}c@d.example')
  screen.getByText('a@b.example', { selector: 'button' })
  // The last one counts without Enter, too.
  await user.tab()
  screen.getByText('a@b.example and c@d.example')
})

test('a reader who may not change a list reads only what it is for', async () => {
  expect((await draw({ description: 'At most ten.', readOnly: true })).hint).toBe('At most ten.')
  cleanup()
  expect((await draw({ disabled: true })).hint).toBe('')
})
