/// <reference types="node" />
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faceHues } from './face-hue.ts'
import { type Hue, palette } from './palette.ts'

const [white, lightBody, darkBody] = ['#ffffff', '#ffffff', palette.dark[7]]

const read = (sheet: string) => readFileSync(new URL(sheet, import.meta.url), 'utf8')

/** The two colours of each tone in one scheme, read from the stylesheet itself. */
function tones(sheet: string, scheme: 'light' | 'dark'): [name: string, ink: string, ground: string][] {
  return read(sheet)
    .split('}')
    .flatMap((rule): [string, string, string][] => {
      const name =
        /data-(?:tone|hue)='([\w-]+)'(?:\]\[data-(deep))?/.exec(rule)?.slice(1).filter(Boolean).join(' ') ??
        (/^\.badge \{/m.test(rule) ? 'grey' : undefined)
      const pair = (variable: string) => {
        const value = new RegExp(`--${variable}: light-dark\\(([^;]+)\\);`)
          .exec(rule)?.[1]
          ?.replace(/\s+/g, ' ')
        return /^\s*(var\([^)]+\)),\s*(.+?)\s*$/.exec(value ?? '')?.[scheme === 'light' ? 1 : 2]
      }
      const [ink, ground] = [pair('ink'), pair('ground')]
      const body = scheme === 'light' ? lightBody : darkBody
      return name && ink && ground ? [[name, resolve(ink, body), resolve(ground, body)]] : []
    })
}

function resolve(value: string, body: string): string {
  const mix = /color-mix\(in srgb, (var\([^)]+\)) (\d+)%/.exec(value)
  if (mix?.[1]) return blend(resolve(mix[1], body), body, Number(mix[2]) / 100)
  const [, hue, step] = /--mantine-color-(\w+?)(?:-(\d))?\)/.exec(value) ?? []
  return hue === 'white' ? white : (palette[hue as Hue][Number(step)] ?? white)
}

const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

function blend(over: string, under: string, share: number): string {
  const below = channels(under)
  const mixed = channels(over).map((value, i) => Math.round(value * share + (below[i] ?? 0) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)('every tone of a badge reads at AA in %s', (scheme) => {
  const all = tones('Badge.module.css', scheme)
  expect(all.map(([name]) => name).sort()).toEqual(
    ['amber', 'blue', 'dark-grey', 'green', 'grey', 'indigo', 'red', 'violet'].sort(),
  )
  for (const [name, ink, ground] of all) expect(contrast(ink, ground), name).toBeGreaterThanOrEqual(4.5)
})

test.each(['light', 'dark'] as const)('the initials of every person and thing read at AA in %s', (scheme) => {
  const all = tones('Face.module.css', scheme)
  const ofPeople = faceHues.flatMap((hue) => [hue, `${hue} deep`])
  expect(all.map(([name]) => name).sort()).toEqual([...ofPeople, 'none'].sort())
  for (const [name, ink, ground] of all) expect(contrast(ink, ground), name).toBeGreaterThanOrEqual(4.5)
})

test.each([
  ['text on the page', palette.gray[9], lightBody],
  ['dimmed text on the page', palette.gray[6], lightBody],
  ['dimmed text on a surface', palette.gray[6], palette.gray[0]],
  ['dimmed text on a hovered row', palette.gray[6], palette.gray[1]],
  ['links', palette.indigo[6], lightBody],
  ['the words of a primary button', white, palette.indigo[6]],
  ['the words of a primary button in the dark', white, palette.indigo[5]],
  ['the words of a destructive button', white, palette.red[6]],
  ['the text beside the sign-in', palette.indigo[2], palette.indigo[9]],
  ['errors', palette.red[6], lightBody],
  ['dark text', palette.dark[0], darkBody],
  ['dark dimmed text', palette.dark[2], darkBody],
  ['dark dimmed text on a hovered row', palette.dark[2], palette.dark[6]],
  ['dark links', palette.indigo[4], darkBody],
  ['dark errors', palette.red[4], darkBody],
])('%s reads at AA', (_, ink, ground) => {
  expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each(['red', 'green', 'yellow'] as const)('a dark notice in %s reads at AA', (hue) => {
  const ground = blend(palette[hue][4], darkBody, 0.14)
  expect(contrast(palette[hue][4], ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(palette.dark[0], ground)).toBeGreaterThanOrEqual(4.5)
})

// What is no text, such as a switch that is on or a focus ring, needs three to one.
test.each([
  ['a switch that is on', palette.indigo[6], lightBody],
  ['a switch that is on in the dark', palette.indigo[5], darkBody],
  ['a switch that is off', palette.gray[5], lightBody],
  ['a switch that is off in the dark', palette.dark[2], darkBody],
  ['what is selected of several in the dark', palette.dark[3], darkBody],
  ['the focus ring', palette.indigo[6], lightBody],
  ['the focus ring in the dark', palette.indigo[4], darkBody],
  ['the line under evidence', palette.red[5], lightBody],
  ['the line under evidence in the dark', palette.red[4], darkBody],
  ['the line of the mark', palette.red[4], palette.indigo[7]],
])('%s has enough contrast', (_, line, ground) => {
  expect(contrast(line, ground)).toBeGreaterThanOrEqual(3)
})
