import type { Grammar } from './grammar.ts'

/** Portuguese of Brazil and of Portugal. */
export const portugueseSentences: Grammar = {
  language: 'Portuguese',
  slots: {
    thing: `pedido,conta,cartão,transferência,reembolso,encomenda,reserva,voo,fatura,contrato,empréstimo,aplicativo,mala,entrega`,
    when: `hoje,amanhã,na sexta,à tarde,na segunda,semana que vem,às 15h,antes do fechamento`,
    span: `duas horas,três dias,uma semana,um mês,45 minutos,10 dias`,
    who: `o atendente,o gerente,o entregador,minha assessora,Paula,a equipe,o suporte,o pessoal da loja`,
    doc: `contrato,extrato,relatório,boleto,documento,arquivo,comprovante`,
    fault: `não funciona,não chegou,chegou quebrado,foi cancelado sem aviso,está bloqueado,foi cobrado duas vezes,sumiu,trava toda hora,até agora nada`,
    verb: `me enviar o {doc},cancelar meu {thing},transferir 500 reais,reservar uma mesa,me ligar {when},atualizar meu endereço,comprar 100 ações,confirmar a reunião,verificar o {doc},bloquear meu cartão,mudar a data`,
  },
  templates: {
    question: `quando chega meu {thing}?
qual é a taxa?
quanto custa?
que horas abre {when}?
onde vejo meu {thing}?
como faço para trocar a senha?
vocês abrem {when}?
você recebeu o {doc}?
tem taxa para transferência?
quais documentos preciso?
quem é meu assessor?
cadê vc
vc vem {when}?
tudo bem?
por que aparece pendente?
dá para parcelar?
é possível fazer online?
quanto tempo demora?
o que você acha?
alguma novidade?
qual o rendimento?`,
    request: `você pode {verb}?
poderia {verb}, por favor?
por favor, {verb}
quero {verb}
gostaria de {verb}
preciso {verb}
me envie o {doc} por favor
me manda o {doc} pfv
me liga {when}
preciso do {doc} {when}
me avise quando estiver pronto
confirme a {thing}, por gentileza
me ajude com meu {thing}
procuro um hotel no centro
solicito uma cópia do {doc}
favor {verb}
me passa o preço
envie o {doc} para a Ana
reserve dois lugares para {when}
pode {verb}?
podem {verb}?`,
    complaint: `meu {thing} {fault}
meu {thing} {fault}!
meu {thing} {fault} e ninguém responde
estou esperando há {span}
faz {span} que espero meu {thing}
já faz {span} e nada
ainda não recebi meu {thing}
isso é um absurdo
falta de respeito com o cliente
péssimo atendimento
atendimento horrível
{who} foi muito grosso
{who} desligou na minha cara
estou muito decepcionado com vocês
estou insatisfeito
cansei de esperar
quero fazer uma reclamação
vou reclamar no Procon
quero meu dinheiro de volta
cobraram duas vezes
cobrança indevida na minha fatura
taxa sem minha autorização
ninguém atende o telefone
ninguém resolve nada
por que ninguém responde?
cadê meu {thing}? faz {span}!
é a terceira vez que meu {thing} {fault}
bando de ladrões
nunca mais compro aqui
vou encerrar minha conta
o aplicativo trava o tempo todo
a comida veio fria
prometeram retorno e nada
perdi dinheiro por erro de vocês
que vergonha
lixo de serviço
não recomendo`,
    compliment: `excelente atendimento
{who} foi muito atencioso
{who} é ótimo
muito obrigado, {who} foi muito profissional
adorei o novo aplicativo
estou muito satisfeito com o serviço
ótimo trabalho
parabéns à equipe
parabéns pelo resultado
o melhor banco
rápido e eficiente, perfeito
recomendo muito
show de bola
vocês são demais
que lindo
muito bom mesmo
agradeço demais a ajuda, foi impecável
amei o {thing}
nota 10
a comida estava maravilhosa
incrível`,
    other: `ok
beleza
obrigado
muito obrigada
de nada
estou em reunião
chego em dez minutos
até amanhã
bom dia
boa noite
segue o {doc} em anexo
enviei o {doc} ontem
seu {thing} foi confirmado
a reunião é {when}
sim, perfeito
não, obrigado
acho que sim
não sei
amanhã estou fora
te ligo {when}
o mercado fechou em alta
ontem fui ao cinema
feliz aniversário
ele trabalha no Rio
kkkk
desculpa, estava ocupado
recebemos seu {doc}
estou a caminho`,
  },
}
