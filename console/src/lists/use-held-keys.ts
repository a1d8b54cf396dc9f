import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { byKey } from './by-key.ts'
import { type Act, type HeldKeys, holdKeys } from './held-keys.ts'

/**
 * Keys that act on the page in the address, and wait until it is drawn.
 * @param keys Those that are listened to.
 * @param actOf What a key does now.
 */
export function useHeldKeys(keys: readonly string[], actOf: (key: string) => Act): HeldKeys {
  const { history } = useRouter()
  const act = useEffectEvent(actOf)
  // Drawn together with what the key has changed.
  const [acted, drawAgain] = useReducer((count: number) => count + 1, 0)
  const actByKey = (key: string): Act => {
    const does = act(key)
    return typeof does === 'function' ? () => byKey(history, does) : does
  }
  const [held] = useState(() => holdKeys(actByKey, drawAgain))
  useEffect(() => held.shown(), [held, acted])
  // A placeholder may take the screen's place meanwhile: the screen that is drawn then is another one.
  useEffect(() => {
    held.goOnWith(takeLeft(history))
    return () => void left.set(history, { href: history.location.href, keys: held.leave() })
  }, [held, history])
  useEffect(() => held.go())
  useEffect(() => history.subscribe(() => held.drop()), [history, held])
  const press = ({ key, repeat }: KeyboardEvent) => {
    const pressed = key.toLowerCase()
    // A key that is held down moves on, but acts once.
    if (!repeat || pressed === 'j' || pressed === 'k') held.press(pressed)
  }
  useKeys(Object.fromEntries(keys.map((key) => [key, press])))
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
