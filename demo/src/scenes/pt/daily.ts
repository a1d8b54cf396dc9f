import type { Script } from '#scene.ts'

export const portugueseDaily: Script = {
  language: 'pt',
  text: `
# pt-welcome | onboarding
r: Bem-vindo à nossa casa. Sou {repfull} e {estou aqui para o dia a dia|serei o seu contacto}.
c: Obrigado. {O que falta|Qual é o próximo passo}?
r: Carregar {document} e responder ao questionário, {dez minutos|coisa simples}.
c: {Trato hoje à noite|Já está}.

# pt-review | review
r: O relatório do {lastquarter} está pronto: {pct}, {um pouco acima|ligeiramente abaixo} do índice.
> attach pdf
c: O que {correu melhor|puxou para baixo}?
r: Sobretudo {fund}. Veja a página {3|4}.
c: {Mexemos em algo|Mudamos alguma coisa}?
r: {Para já não|Só um acerto}, falamos na {weekday}.

# pt-meeting | scheduling
c: Tem {meia hora|um bocadinho} na {weekday}?
r: Às {time}, {place}?
c: {Combinado|Antes por vídeo}.

# pt-transfer | transfer
c: Preciso de {amount} na conta que termina em {ending}.
r: Claro. Ligo-lhe primeiro para confirmar.
c: {Pode ligar|Daqui a dez minutos}.
> wait 15m
r: Confirmado, chega na {weekday}.

# pt-fees | fees
c: O que são os {small} de {past}?
r: A comissão do {lastquarter}, {smallpct} ao ano.
c: {Está bem|Percebi}.

# pt-documents | documents
r: Falta-nos {document}, {o anterior caducou|com menos de três meses}.
c: {Serve uma foto|Pode ser fotografia}?
r: Sim, mas na área de cliente, por favor, não aqui.
c: {Feito|Carregado}.

# pt-tax | tax
c: O contabilista pede a declaração de {lastyear}.
r: Aqui está.
> attach pdf
c: {Que rapidez|Salvou-me}.

# pt-market | market
c: Viu a {company}? {Caiu|Subiu} {pct}.
r: Temos muito pouco, através do {fund}. Não reagiria a uma manhã.
c: {Sensato|Ok}.

# pt-drop | drop
c: Está tudo a cair! {Vendemos|Que faço}?
r: Tem três anos de despesas fora das ações. {Não precisa de vender nada|Calma}.
c: {Custa ver|Vou fechar o telemóvel}.
r: {Faz bem|Ligo-lhe às {time}}.

# pt-order | orders
c: Compre {units} {company}, limite {price}.
r: Confirmo: {units} {company} a {price}, válida até {day}. Certo?
c: {Certo|Isso mesmo}.
> wait 1h
r: Executada na totalidade.

# pt-life | life
c: Nasceu a {child}! 🎉
r: {Parabéns|Que alegria}! Um beijinho à mãe.
> react ❤️

# pt-praise | compliment
c: Obrigado pela {paciência com a minha mãe|rapidez}. {Excelente|Nota dez}.
r: {Fico muito contente|É um gosto}.

# pt-complaint | complaint | end hit=complaints:minor
c: {Três semanas|Um mês} à espera. Quero fazer uma reclamação.
r: Tem toda a razão, peço desculpa. Fica registada com o número {ref}.

# pt-talk | small talk
c: Saudações de {city}! {Que calor|Que frio}!
> attach scan
r: {Aproveite|Que inveja}!

# pt-portal | portal
c: Não consigo entrar, {código errado|mudei de telemóvel}.
r: Ligo-lhe e reponho o acesso.
> wait 15m
c: {Já entrei|Funciona}.
`,
}
