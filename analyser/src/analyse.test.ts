import type { Category } from './categories.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quickest } from '#testing/quickest.ts'
import { analyse } from './analyse.ts'

/** Sentences written only for this test; none is in the fit (`src/fitting`). */
const heldOut: Record<Category, string> = {
  question: `What's my available margin right now?
Which ISIN are we talking about?
Is the 10y still trading through 4.2?
How many lots did we get filled?
do u have a px for 5mm of the 27s?
Did the coupon hit the account already?
where r we on the KYC docs?
Who's covering the desk on Boxing Day?
Can I trade US options with this account?
are dividends paid gross or net?
What would happen to my ISA if I moved abroad?
When does the subscription window close?
is tmrw a bank holiday in HK?
Does the structured note have a barrier?
Why did the NAV drop on Wednesday?
您那边今天几点收盘？
这个理财有风险吗？
赎回要几天？
現在入場合適嗎？
¿Cuál es el plazo del depósito?
¿Tienen sucursal en Valencia?
Quel est le taux du livret ?
Est-ce que le fonds verse un dividende ?
Wie hoch ist der Zinssatz aktuell?
Gibt es eine Filiale in Köln?
Qual é o prazo de carência?
Vocês aceitam boleto?
How old do you have to be to open one?`,
  request: `Please sell 300 Nestlé at market.
Kindly wire 25k to the account ending 4471.
Could you walk me through the fee schedule tomorrow?
Pls cancel the resting order in Tesla.
Send the updated KIID when you have it.
I'd like to set up a standing order.
Can you resend the onboarding link?
Buy 2 BTC at 60k limit
Move our catch-up to Thursday please
I need a certified copy of last year's statement.
Let me know once the funds have cleared.
Please countersign page 4 and mail it back.
roll my June futures into September pls
Add my wife as an authorised signatory.
We would like to increase the credit line to 2m.
请把上个月的对账单发我
麻烦帮我把定投停了
帮我约一下王总周三下午
請幫我改一下收件地址
Por favor envíeme el certificado fiscal.
Necesito ampliar el límite de mi tarjeta.
Merci de m'envoyer le RIB de la société.
Pourriez-vous décaler notre réunion à jeudi ?
Bitte schicken Sie mir die Steuerbescheinigung.
Können Sie den Dauerauftrag ändern?
Por favor, me mande o informe de rendimentos.
Preciso aumentar o limite do cartão.
Please get back to me with a quote for 3 cars.`,
  complaint: `I have asked for this statement four times and nobody has sent it.
Your trading app froze during the open and cost me a fortune.
This is the second month in a row you got my fees wrong.
Nobody told me there was an exit charge, this is outrageous.
my transfer is stuck since friday and your hotline just hangs up
The adviser pushed me into a product I never wanted.
Extremely poor service, I am moving my assets elsewhere.
You executed at 41 when my limit was 40. Unacceptable.
I'm fed up with being passed from one desk to another.
still no reply to my email from last week, really disappointed
Why do I keep getting locked out of my own account? Ridiculous.
Card declined in front of a client, so embarrassing, sort it out
The branch closed early again and I wasted my lunch break.
You lost my documents. Again.
Terrible. Two hours on hold and then cut off.
我的转账三天了还没到账，你们到底管不管
客服态度极其恶劣，我要投诉
你们乱收管理费，太过分了
APP又崩溃了，根本没法下单
Llevo dos semanas esperando la tarjeta y nadie contesta.
Me cobraron una comisión que nadie me explicó, es una vergüenza.
Votre conseiller ne rappelle jamais, c'est inadmissible.
Ça fait un mois que j'attends mon remboursement !
Ihre Hotline ist nie erreichbar, ich bin stinksauer.
Die Überweisung ist seit einer Woche nicht angekommen.
Faz um mês que espero o estorno e ninguém resolve.
Péssimo atendimento, vou fechar minha conta.
they sold me the wrong policy and refuse to admit it`,
  compliment: `You handled the transfer brilliantly, thank you.
Your quarterly letter was excellent, really insightful.
Sarah on the FX desk is a star!
Best onboarding I have ever been through.
Great job on the pitch today, everyone loved it.
So impressed with how quickly you sorted the mortgage.
I love the new charts in the app
Kudos to the ops team for catching that.
Fantastic service as always.
you guys are the best, super happy
What a wonderful presentation!
Your patience with my mother was lovely, she is delighted.
Well done on the IPO
nice work team, client is thrilled
I really appreciate how clearly you explained the bond.
你们的理财经理非常专业，很满意
服务太好了，必须点赞
小李很有耐心，真不错
El asesor fue muy amable y profesional.
Excelente trabajo con el informe.
Votre équipe est formidable, bravo !
Très bon accueil, conseillère très compétente.
Ihre Beraterin ist wirklich hervorragend.
Toller Service, ich bin begeistert!
Parabéns pelo atendimento, foi excelente.
O gerente foi muito atencioso.
Amazing turnaround, thanks a million!
the best broker I have worked with`,
  other: `We settled the trade this morning.
I'll be at the Zurich office until Thursday.
Fed left rates unchanged.
ok
thx
on the tube, no signal
The fund is up 2.3% year to date.
Filled 5,000 at 17.82.
My daughter started school this week.
Confirming our lunch on the 14th at one.
Attached is the signed mandate.
I am out of the office and back on Monday.
haha yes indeed
👍
We booked it against the omnibus account.
Noted, we will revert after the committee.
They moved to a bigger flat.
收到，谢谢
我在高铁上
资料已发您邮箱
明天股市休市
Estoy en una llamada.
Adjunto el contrato firmado.
Je suis en rendez-vous.
Bien reçu.
Anbei die unterschriebene Vollmacht.
Estou no trânsito.
Segue o comprovante.`,
}

const cases = Object.entries(heldOut).flatMap(([category, texts]) =>
  texts.split('\n').map((text) => ({ category, text })),
)

describe('category', () => {
  test('matches the labels of at least four in five unseen sentences, and of two in three in every category', () => {
    const wrong = cases.filter(({ category, text }) => analyse(text).category !== category)
    const report = wrong
      .map(({ category, text }) => `${category} → ${analyse(text).category}: ${text}`)
      .join('\n')
    expect(cases.length - wrong.length, report).toBeGreaterThanOrEqual(Math.ceil(cases.length * 0.8))
    for (const category of Object.keys(heldOut)) {
      const all = cases.filter((one) => one.category === category).length
      const missed = wrong.filter((one) => one.category === category).length
      expect(missed, `${category}\n${report}`).toBeLessThanOrEqual(all / 3)
    }
  })

  test.each([
    ['an empty text', ''],
    ['blanks', ' \n\t\u00a0'],
    ['punctuation', '… — ,'],
    ['a lone surrogate and nothing else to read', '\u0000\u200b'],
  ])('%s is other, of low urgency', (_, text) => {
    expect(analyse(text)).toMatchObject({ category: 'other', urgency: 'low' })
  })

  test('ignores markup, links, mentions and quoted lines', () => {
    const plain = analyse('Could you please send me the contract?')
    expect(analyse('<p>Could you <b>please</b> send me the contract?</p>').scores).toEqual(plain.scores)
    expect(analyse('@desk Could you please send me the contract?').scores).toEqual(plain.scores)
    expect(
      analyse('Could you please send me the contract?\n> worst service ever\n> I want my money back')
        .category,
    ).toBe(plain.category)
  })

  test('does not care about case, accents, width or apostrophes', () => {
    expect(analyse("Don't").scores.complaint).toBeCloseTo(analyse('dont').scores.complaint, 6)
    expect(analyse('cuando llega mi pedido？').category).toBe(analyse('¿Cuándo llega mi pedido?').category)
    expect(analyse('ｐｌｅａｓｅ ｃａｌｌ ｍｅ').category).toBe('request')
  })
})

describe('any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
      .map((units) => String.fromCharCode(...units)),
    fc
      .array(
        fc.constantFrom(
          '<',
          '</',
          '@',
          'http://',
          '?!',
          '...',
          '> ',
          '\n',
          'urgent ',
          "'",
          '不',
          '🙂',
          '\ud83d',
        ),
      )
      .map((parts) => parts.join('')),
  )

  test('gets probabilities as scores, and the likeliest category', () => {
    fc.assert(
      fc.property(text, (any) => {
        const { category, scores } = analyse(any)
        const values = Object.values(scores)
        expect(values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6)
        expect(scores[category]).toBe(Math.max(...values))
      }),
      { numRuns: roundsOf(400) },
    )
  })

  test('gets the same answer, independent of earlier texts', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        const before = analyse(one)
        analyse(other)
        expect(analyse(one)).toEqual(before)
      }),
      { numRuns: roundsOf(300) },
    )
  })

  test.each([
    ['letters', 'a'],
    ['open tags', '<a'],
    ['quotes', '> '],
    ['question marks', '?'],
    ['ideographs', '不'],
    ['surrogates', '\ud800'],
    ['words', 'urgent refund please '],
    ['links', 'http://'],
  ])('costs no more for a megabyte of %s than for its first and last part', (_, unit) => {
    const megabyte = unit.repeat(Math.ceil(1_000_000 / unit.length))
    analyse(megabyte)
    expect(quickest(() => analyse(megabyte), 20)).toBeLessThan(20)
  })

  test('the end of a long text is analysed too', () => {
    const filler = 'The index closed unchanged on Tuesday. '.repeat(200)
    expect(analyse(`${filler} This is urgent, my account was hacked!`).urgency).toBe('high')
  })
})
