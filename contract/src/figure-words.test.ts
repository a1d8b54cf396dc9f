import { expect, test } from 'vitest'
import {
  changeOf,
  comparedWith,
  durationText,
  evenText,
  figureText,
  givenText,
  pairTexts,
} from './figure-words.ts'

test('figures are written in their units', () => {
  expect(figureText(1234, 'count')).toBe('1,234')
  expect(figureText(63.46, 'percent')).toBe('63.5%')
  expect(figureText(3.2, 'per-thousand')).toBe('3.2 per 1,000')
  expect(figureText(125, 'minutes')).toBe('2 hours 5 minutes')
  expect(figureText(70.2, 'hours')).toBe('2 days 22 hours')
  expect(figureText(null, 'percent')).toBe('–')
  expect(evenText(4, 'percent')).toBe('4.0%')
  expect(evenText(1234.56, 'per-thousand')).toBe('1,234.6 per 1,000')
  expect(evenText(4, 'count')).toBe('4')
  expect(evenText(null, 'percent')).toBe('–')
})

test('two figures beside each other have the same decimals', () => {
  expect(pairTexts(60, 40, 'percent')).toEqual(['60%', '40%'])
  expect(pairTexts(60, 40.3, 'percent')).toEqual(['60.0%', '40.3%'])
  expect(pairTexts(24.6, 23, 'per-thousand')).toEqual(['24.6 per 1,000', '23.0 per 1,000'])
  expect(pairTexts(60.02, 60, 'percent')).toEqual(['60%', '60%'])
  expect(pairTexts(60, null, 'percent')).toEqual(['60%', '–'])
  expect(pairTexts(1234, 5, 'count')).toEqual(['1,234', '5'])
})

test('durations have their two largest units', () => {
  expect([0.2, 1, 59.6, 61, 1440, 2880, 2999].map(durationText)).toEqual([
    'under a minute',
    '1 minute',
    '1 hour',
    '1 hour 1 minute',
    '1 day',
    '2 days',
    '2 days 1 hour',
  ])
})

test('a change has its direction, and is good or bad only where one direction is better', () => {
  expect(changeOf(112, 100, { unit: 'count' })).toEqual({ direction: 'up', words: '12% more' })
  expect(changeOf(98.5, 100, { unit: 'count', better: 'fewer' })).toEqual({
    direction: 'down',
    words: '1.5% fewer',
    verdict: 'better',
  })
  expect(changeOf(60, 63.2, { unit: 'percent', better: 'more' })).toEqual({
    direction: 'down',
    words: '3.2 points lower',
    verdict: 'worse',
  })
  expect(changeOf(17, 5, { unit: 'minutes', better: 'fewer' })).toEqual({
    direction: 'up',
    words: '12 minutes longer',
    verdict: 'worse',
  })
  expect(changeOf(10_000, 20, { unit: 'count' })?.words).toBe('500 times as many')
  expect(changeOf(4, 4, { unit: 'count', better: 'more' })).toEqual({ direction: 'same', words: 'no change' })
})

test('a small change is given as a number, not a percentage', () => {
  expect(changeOf(8, 3, { unit: 'count' })?.words).toBe('5 more')
  expect(changeOf(0, 19, { unit: 'count' })?.words).toBe('19 fewer')
  expect(changeOf(25, 20, { unit: 'count' })?.words).toBe('25% more')
  expect(changeOf(3, 2, { unit: 'per-thousand' })?.words).toBe('50% higher')
})

test('a slight change is neither good nor bad', () => {
  const verdict = (value: number, previous: number, unit: 'percent' | 'count' | 'minutes') =>
    changeOf(value, previous, { unit, better: 'more' })?.verdict
  expect(verdict(99.8, 99.9, 'percent')).toBeUndefined()
  expect(verdict(66.1, 67.1, 'percent')).toBe('worse')
  expect(verdict(1005, 1000, 'count')).toBeUndefined()
  expect(verdict(1010, 1000, 'count')).toBe('better')
  expect(verdict(1, 0, 'minutes')).toBe('better')
})

test('a change is the difference of the two rounded figures', () => {
  const words = (value: number, previous: number) => changeOf(value, previous, { unit: 'hours' })?.words
  expect([figureText(65.2, 'hours'), figureText(88.9, 'hours')]).toEqual([
    '2 days 17 hours',
    '3 days 16 hours',
  ])
  expect(words(65.2, 88.9)).toBe('23 hours shorter')
  expect(words(40.3, 88.9)).toBe('2 days shorter')
  expect(words(65.2, 65.9)).toBe('no change')
  expect(changeOf(60.94, 68.04, { unit: 'percent' })?.words).toBe('7.1 points lower')
})

test('a change names the period it is compared with', () => {
  const words = (value: number) => comparedWith(changeOf(value, 20, { unit: 'count' })!, 'before')
  expect(words(24)).toBe('20% more than before')
  expect(words(240)).toBe('12 times as many as before')
  expect(words(21)).toBe('5% more than before')
})

test('a number that a person entered is written as entered', () => {
  expect(givenText(48, 'hours')).toBe('48 hours')
  expect(givenText(48.9, 'hours')).toBe('48.9 hours')
  expect(givenText(12.345678, 'percent')).toBe('12.345678%')
  expect(givenText(1000000.25, 'count')).toBe('1,000,000.25')
  expect(givenText(0.5, 'per-thousand')).toBe('0.5 per 1,000')
  expect(givenText(90, 'minutes')).toBe('90 minutes')
})

test('without a value there is no comparison', () => {
  expect(changeOf(5, null, { unit: 'percent' })).toBeUndefined()
  expect(changeOf(null, 5, { unit: 'percent' })).toBeUndefined()
  expect(changeOf(5, 0, { unit: 'count', better: 'more' })).toEqual({
    direction: 'same',
    words: 'none before',
  })
})
