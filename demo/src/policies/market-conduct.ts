import { alsoInFiles, phrases, regex, type WrittenPolicy } from './rules.ts'

/** Statements about markets, prices and returns. */
export const marketConduct: readonly WrittenPolicy[] = [
  {
    key: 'market-abuse',
    name: 'Market abuse and manipulation',
    severity: 'high',
    rules: [
      phrases(
        'Influencing a price',
        'paint the tape / ramp the price / ramp it up / pump it / move the price / mark the close / prop up the price / squeeze the shorts / cornered the market',
      ),
      phrases(
        'Spreading rumours',
        'spread the rumour / spread the word quietly / talk the stock up / talk it down',
      ),
      phrases('Sham trades', 'wash trade / wash trades / spoof'),
      regex(
        'Buying to push a price',
        String.raw`(?i)\b(push|drive|nudge|walk)\b.{0,20}\b(price|stock|shares?)\b.{0,12}\b(up|down|higher|lower)\b`,
      ),
    ],
  },
  {
    key: 'inside-information',
    name: 'Inside information (MNPI)',
    severity: 'high',
    rules: [
      phrases(
        'Not public',
        'before it is announced / before it’s announced / not public yet / not yet public / inside information / the deal is not out / nobody knows yet / información privilegiada / Insiderwissen / délit d’initié / informação privilegiada',
      ),
      alsoInFiles(
        phrases(
          'Sources close to a company',
          'heard from the board / sits on the board and / keep this between us / you didn’t hear this from me / the data room',
        ),
      ),
      regex(
        'Ahead of an announcement',
        String.raw`(?i)\b(before|ahead of) (the|their|its) (results|announcement|earnings|takeover|merger|trial data)\b`,
        { exceptPhrases: ['do not trade ahead of the results'] },
      ),
    ],
  },
  {
    key: 'mnpi-chinese',
    name: '内幕信息 · Inside information, Chinese',
    severity: 'high',
    scope: 'group',
    groupKeys: ['asia'],
    rules: [
      phrases('内幕消息', '内幕 / 内部消息 / 老鼠仓 / 拉抬股价'),
      phrases('未公开', '还没公布 / 尚未公布 / 公告之前 / 公告前 / 不要告诉别人 / 别跟别人说'),
      regex('重组或并购的消息', '(重组|并购|收购).{0,8}(消息|之前|定了|谈好)'),
    ],
  },
  {
    key: 'guarantees',
    name: 'Promises and guarantees of return',
    severity: 'high',
    action: 'block-and-raise',
    rules: [
      alsoInFiles(
        phrases(
          'No risk',
          "can’t lose / cannot lose / can't lose / risk free / risk-free / no risk at all / zero risk / sure thing / safe as houses",
        ),
      ),
      phrases('Promises', 'double your money / money for nothing / I promise you will'),
      phrases(
        'Other languages',
        '保本 / 稳赚 / 保证收益 / 零风险 / sin riesgo / rentabilidad garantizada / sans risque / rendement garanti / risikolos / garantierte Rendite / ohne Risiko / sem risco / retorno garantido / 元本保証 / مضمون',
      ),
      regex(
        'A guarantee near a return',
        String.raw`(?i)\bguarant\w+\b.{0,30}\b(return|profit|income|gain|yield)s?\b`,
      ),
      regex(
        'A return near a guarantee',
        String.raw`(?i)\b(return|profit|income|gain|yield)s?\b.{0,20}\bguaranteed\b`,
      ),
    ],
  },
  {
    key: 'crypto',
    name: 'Crypto-assets',
    severity: 'low',
    rules: [
      phrases(
        'Coins and wallets',
        'bitcoin / ethereum / stablecoin / stablecoins / crypto / cryptocurrency / seed phrase / usdt / cold wallet / altcoins / meme coin',
      ),
      phrases('Other languages', 'criptomonedas / Kryptowährung / cryptomonnaie / 比特币 / 虚拟货币'),
    ],
  },
]
