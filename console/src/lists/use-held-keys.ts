import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { type Act, type HeldKeys, type Hold, holdKeys } from '@verbatim/ui/held-keys.ts'
import { useHeldPresses } from '@verbatim/ui/held-presses.ts'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { onOtherAddress } from './address-change.ts'
import { byKey } from './by-key.ts'
import { stopTyping, typeAhead } from './typed-ahead.ts'

interface Kinds {
  /** What keys wait for, besides the page. */
  readonly hold?: Hold | undefined
  /** Keys that lead to a field: what follows is typed into it. */
  readonly typing?: readonly string[]
  /** Keys that are left to what has the focus, unless others wait. */
  readonly whileWaiting?: readonly string[]
}

/**
 * Keys that act on the page in the address, and wait until it is drawn.
 * @param keys Those that are listened to.
 * @param actOf What a key does now.
 */
export function useHeldKeys(
  keys: readonly string[],
  actOf: (key: string) => Act,
  { hold, typing = [], whileWaiting = [] }: Kinds = {},
): HeldKeys {
  const { history } = useRouter()
  const act = useEffectEvent(actOf)
  // Drawn together with what the key has changed.
  const [acted, drawAgain] = useReducer((count: number) => count + 1, 0)
  const turn = useEffectEvent(() => hold?.turn() ?? 0)
  const actByKey = (key: string): Act => {
    const does = act(key)
    if (does === undefined) onVoid(key)
    return typeof does === 'function' ? () => byKey(history, does) : does
  }
  const onVoid = (key: string) => {
    if (typing.includes(key)) stopTyping()
  }
  const [held] = useState(() => holdKeys({ actOf: actByKey, onActed: drawAgain, turn, onVoid }))
  useEffect(() => held.shown(), [held, acted])
  // A placeholder may take the screen's place meanwhile: the screen that is drawn then is another one.
  useEffect(() => {
    held.goOnWith(takeLeft(history))
    return () => void left.set(history, { href: history.location.href, keys: held.leave() })
  }, [held, history])
  useEffect(() => held.go())
  useEffect(() => onOtherAddress(history, () => held.drop()), [history, held])
  const press = ({ key, repeat }: KeyboardEvent) => {
    const pressed = key.toLowerCase()
    // A key that is held down moves on, but acts once.
    if (repeat && pressed !== 'j' && pressed !== 'k') return
    if (typing.includes(pressed)) typeAhead()
    held.press(pressed)
  }
  useHeldPresses(held, { keys, whileWaiting, onPress: press })
  return held
}

interface Left {
  readonly href: string
  readonly keys: readonly string[]
}

/** What the last screen still held, and for which address. */
const left = new WeakMap<RouterHistory, Left>()

function takeLeft(history: RouterHistory): readonly string[] {
  const last = left.get(history)
  left.delete(history)
  return last?.href === history.location.href ? last.keys : []
}
