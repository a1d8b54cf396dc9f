import type { Script } from '#scene.ts'

export const japanese: Script = {
  language: 'ja',
  text: `
# ja-review | review
r: {lastquarter}のご報告書ができました。{pct}のプラスです。
> attach pdf
c: {ありがとうございます|拝見しました}。一番{良かった|足を引っ張った}のはどれですか。
r: {fund}です。{3|4}ページに図がございます。
c: {このままで結構です|次回詳しく聞かせてください}。

# ja-meeting | scheduling
c: {weekday}の{time}にお時間いただけますか。
r: はい、{place}でいかがでしょうか。
c: {結構です|オンラインでお願いします}。
r: 承知いたしました。

# ja-transfer | transfer
c: {amount}を{普通預金|下四桁{ending}の口座}へ送金してください。
r: かしこまりました。確認のため折り返しお電話いたします。
> wait 20m
r: 確認が取れました。{weekday}に着金予定です。

# ja-documents | documents
r: {document}の期限が近づいております。{portal}からご提出をお願いいたします。
c: 写真でも{大丈夫ですか|いいですか}。
r: はい、四隅が写るようにお願いいたします。
> wait 3h
c: 提出しました。

# ja-market | market
c: {company}が{pct}下がりましたね。{売るべきでしょうか|心配です}。
r: 比率はわずかですので、{様子を見ましょう|慌てる必要はございません}。
c: {わかりました|安心しました}。

# ja-drop | drop
c: 今日は{大変な下げ|真っ赤}ですね…
r: 三年分の生活費は株式の外にございます。{何もしなくて大丈夫です|ご安心ください}。
c: {少し落ち着きました|お電話いただけますか}。

# ja-fees | fees
c: {past}の引き落とし{small}は何ですか。
r: {lastquarter}の管理手数料でございます。

# ja-talk | small talk
c: {city}は{桜が満開|紅葉がきれい}です。
> attach scan
r: {素敵ですね|羨ましいです}！

# ja-praise | compliment
c: 先日は{母に親切に|迅速に}対応していただき、ありがとうございました。
r: {恐れ入ります|お役に立てて嬉しいです}。

# ja-guarantee | incident | end hit=guarantees:breach
r: こちらは元本保証のようなもので、年{pct}です。
c: 本当に{損はしない|大丈夫な}のですか。
r: {ほぼ間違いありません|皆様お持ちです}。

# ja-complaint | incident | end hit=complaints:minor
c: {三週間|一か月}待っています。苦情として{扱って|記録して}ください。
r: 大変申し訳ございません。{ref}として承りました。
`,
}
