// What strings.mjs would take for strings that people see, although it is something else.

/**
 * @typedef {object} OtherText
 * @property {string} file
 * @property {RegExp} text values in it are `…`
 * @property {string} what what it is
 */

/**
 * Strings that look as if people read them in the editor, but that are something else.
 * @type {readonly OtherText[]}
 */
export const OTHER_TEXTS = [
  {
    file: 'src/core/filter/builtInFilters.ts',
    text: /[:=>].* and .*[:=]/,
    what: 'filters, whose language is the same everywhere',
  },
  {
    file: 'src/core/toolPool/toolboxPrompt.ts',
    text: /./,
    what: 'the text of a prompt and of a reward, which models and trainers read',
  },
  {
    file: 'src/core/toolPool/toolboxSettings.ts',
    text: /^(toolbox:|\{ name:)/,
    what: 'settings of a prompt, in YAML',
  },
  { file: 'src/core/prompts/insertExample.ts', text: /^An example:/, what: 'text of a prompt' },
  { file: 'src/core/toolPool/toolLines.ts', text: /\(args: …\)/, what: 'a line of a prompt' },
  {
    file: 'src/core/toolPool/toolbox.ts',
    text: /^(Image k:|the values$)/,
    what: 'what a prompt says of args',
  },
  {
    file: 'src/core/whatIf/groupsFilter.ts',
    text: /^not …$|^group\.n>0 not /,
    what: 'filters, whose language is the same everywhere',
  },
  {
    file: 'src/protocols/editTurn.ts',
    text: /^<image …>$/,
    what: 'what stands for an image in a text that a person edits',
  },
  {
    file: 'src/protocols/mmSearchR1.ts',
    text: /./,
    what: 'what the environment of MM-Search-R1 tells the model',
  },
  {
    file: 'src/protocols/pixelReasoner.ts',
    text: /./,
    what: 'what the environment of Pixel-Reasoner tells the model',
  },
  { file: 'src/protocols/visdom.ts', text: /./, what: 'what the environment of VisDoM tells the model' },
  { file: 'src/protocols/callTool.ts', text: /^Passage … \(document/, what: 'what the model is told' },
  { file: 'src/protocols/vragRl.ts', text: /./, what: 'what the environment of VRAG-RL tells the model' },
  {
    file: 'src/core/grounding/dates.ts',
    text: /^\p{Ll}+(?: \p{Ll}+)+$/u,
    what: 'names of months that are looked for in texts',
  },
  {
    file: 'src/core/grounding/numberWords.ts',
    text: /^\p{Ll}+(?: \p{Ll}+)+$/u,
    what: 'numbers in words that are looked for in texts',
  },
  {
    file: 'src/core/records/frontMatter.ts',
    text: /^… at line …, column …$/,
    what: "the YAML library's own text with its place, in the library's English",
  },
  {
    file: 'src/core/records/yamlDocument.ts',
    text: /^Map keys must be unique/,
    what: "the YAML library's own text, which becomes a sentence elsewhere",
  },
  {
    file: 'src/core/rewards/composite/checks/patternTags.ts',
    text: /^It says so\.$/,
    what: 'a response that is tried out',
  },
  {
    file: 'src/core/rewards/evisrag/evidence.ts',
    text: /^no relevant information$/,
    what: 'text of a reference',
  },
  {
    file: 'src/core/rewards/lang2act/formatCheck.ts',
    text: /^(Tag|Order Error|Tool Leakage)/,
    what: 'messages of the reference implementation',
  },
  { file: 'src/core/rewards/lang2act/lang2act.ts', text: /^Lang2Act$/, what: 'a name' },
  { file: 'src/core/rewards/evisrag/evisrag.ts', text: /^EVisRAG$/, what: 'a name' },
  { file: 'src/core/rewards/vragRl/vragRl.ts', text: /^VRAG-RL$/, what: 'a name' },
  { file: 'src/core/rewards/verl/verl.ts', text: /^verl, (Geometry3K|GSM8K|MATH)$/, what: 'names' },
  {
    file: 'src/core/rewards/mathVerify/patterns.ts',
    text: /^final answer( is)?$/,
    what: 'text of a response',
  },
  {
    file: 'src/core/rewards/searchR1/searchR1.ts',
    text: /^<answer> and|^verl, Search-R1$/,
    what: 'text of a prompt, and a name',
  },
  { file: 'webview/document/view/findBar.tsx', text: /^Aa$/, what: 'an icon made of letters' },
  { file: 'webview/inspector/model/highlight.ts', text: /^tag (partial|tag-…)$/, what: 'CSS classes' },
  {
    file: 'webview/inspector/view/app.tsx',
    text: /^(question:|documents:|\.trajectory)$/,
    what: 'names of front matter and of files',
  },
  {
    file: 'webview/inspector/view/boxOverlay.tsx',
    text: /^(frame|box-name) …( current)?$|^xMidYMid meet$/,
    what: 'attributes of SVG and CSS classes',
  },
  { file: 'webview/inspector/view/facts.tsx', text: /^document document-…$/, what: 'CSS classes' },
  {
    file: 'webview/inspector/view/stepWords.tsx',
    text: /^[✓✗] (True|False)$/,
    what: 'verdicts as the model writes them',
  },
  { file: 'webview/shared/chunkedList.tsx', text: /^…px 0px$/, what: 'a CSS margin' },
  {
    file: 'src/retrieval/bm25Retriever.ts',
    text: /^bm25 k1=/,
    what: 'settings, which records keep and compare',
  },
  {
    file: 'src/retrieval/embeddingRetriever.ts',
    text: /^embeddings …$/,
    what: 'settings, which records keep and compare',
  },
  {
    file: 'src/retrieval/hybridRetriever.ts',
    text: /^hybrid … …$/,
    what: 'settings, which records keep and compare',
  },
  { file: 'src/retrieval/pooling.ts', text: /^application\//, what: 'a header' },
  { file: 'src/retrieval/segmentFolder.ts', text: /^PageTrace index1$/, what: 'the beginning of a file' },
  { file: 'src/retrieval/vectorIndex.ts', text: /^vectors 1$/, what: 'a part of the name of a file' },
  { file: 'src/inference/exchange.ts', text: /^(br, )?gzip, deflate$/, what: 'a header' },
  { file: 'src/inference/fetch.ts', text: /^Bearer …$/, what: 'a header' },
  {
    file: 'src/inference/generation.ts',
    text: /^Sample … \(|^ The server said: |^Ended after … ms|^not finished$|^… and … more characters$/,
    what: 'a line of the log',
  },
  {
    file: 'src/judging/qualityJudge.ts',
    text: /^(Question: …|Reference: …|What the model wrote:\n…|Factual Consistency)$/,
    what: 'a request, and a line of its reply',
  },
  {
    file: 'src/judging/vragRlJudge.ts',
    text: /^(Please Judge False|## (Reference|Generated) Answer\n…)$/,
    what: 'a request',
  },
  {
    file: 'src/inference/judgeRequest.ts',
    text: /^(Item … of …|(Question|Reference|Answer): …)$/,
    what: 'a request',
  },
  {
    file: 'src/inference/request.ts',
    text: /^<(image …: |… words>)/,
    what: 'a request with its images left out',
  },
  { file: 'src/inference/request.ts', text: /^ +(curl|-H) /, what: 'a shell command' },
  {
    file: 'src/core/metrics/answerMetrics.ts',
    text: /^(no relevant information|insufficient to answer)/,
    what: 'phrases that the paper looks for in answers',
  },
  { file: 'src/core/python/tables.ts', text: /^[0-9a-z -]+$/, what: 'a table' },
  {
    file: 'src/core/trajectory/dialects/qualityJudge.ts',
    text: /^Factual Consistency$/,
    what: 'a line as the judge writes it',
  },
  {
    file: 'src/core/trajectory/dialects/toolCurationReader.ts',
    text: /^`DEFINE_TOOL: /,
    what: 'a line of a response',
  },
  { file: 'src/core/trajectory/plainActions.ts', text: /^tool name="$/, what: 'the beginning of a tag' },
  { file: 'src/core/trajectory/dialects/evisrag.ts', text: /^EVisRAG$/, what: 'a name' },
  { file: 'src/core/trajectory/dialects/mmSearchR1.ts', text: /^MM-Search-R1$/, what: 'a name' },
  { file: 'src/core/trajectory/dialects/pixelReasoner.ts', text: /^Pixel-Reasoner$/, what: 'a name' },
  { file: 'src/core/trajectory/dialects/searchR1.ts', text: /^Search-R1$/, what: 'a name' },
  { file: 'src/core/trajectory/dialects/vgRefiner.ts', text: /^VG-Refiner$/, what: 'a name' },
  {
    file: 'src/core/trajectory/dialects/visdom.ts',
    text: /^VisDoM$|^Chain of Thought$|^Final Answer$/,
    what: 'a name, and headings of a response',
  },
  { file: 'src/core/trajectory/dialects/vragRl.ts', text: /^VRAG-RL$/, what: 'a name' },
  { file: 'src/documents/images/lanczosWindows.ts', text: /^(horizontal|vertical) … …$/, what: 'a key' },
  {
    file: 'src/documents/worker/fonts/scripts.ts',
    text: /^(hiragino sans gb|arial unicode)$/,
    what: 'a file of a font',
  },
  { file: 'src/documents/worker/pdf/fileAccess.ts', text: /^The file is shorter/, what: 'a line of the log' },
  {
    file: 'src/documents/worker/pdf/pdfium.ts',
    text: /^PDFium has no memory left/,
    what: 'an error that is handled',
  },
  {
    file: 'src/language/prompt/promptLanguage.ts',
    text: /^\{# pagetrace-lint-disable/,
    what: 'a Jinja comment',
  },
  {
    file: 'src/language/trajectory/callRepairs.ts',
    text: /^(<… name=|…?Image …[.:]?)/,
    what: 'text of a response',
  },
  {
    file: 'src/language/trajectory/completions.ts',
    text: /^(<… name=|Image …|…… args=)/,
    what: 'text of a response',
  },
  {
    file: 'src/language/trajectory/hovers.ts',
    text: /^\*\*…\*\*\n\n…\n\nargs: …$/,
    what: 'names of a prompt',
  },
  {
    file: 'src/language/trajectory/partRepairs.ts',
    text: /^(…\[…\]: no|Image …)/,
    what: 'text of a response',
  },
  { file: 'src/language/trajectory/tagHover.ts', text: /^`<… name=/, what: 'text of a response' },
  {
    file: 'src/userRewards/faults.ts',
    text: /^… -m pip install …$/,
    what: 'a shell command',
  },
  {
    file: 'src/userRewards/judgeStub.ts',
    text: /^The judge stub answers|^data: …/,
    what: 'answers of the stub',
  },
  {
    file: 'src/userRewards/printed.ts',
    text: /^\(The rest of the output/,
    what: 'a line of the log',
  },
  {
    file: 'src/userRewards/runnerProcess.ts',
    text: /^A reward is not allowed to install/,
    what: 'a line of the log',
  },
  {
    file: 'src/userRewards/userReward.ts',
    text: /one by one|^returned another number|^failed: …|^It ended: …/,
    what: 'a line of the log',
  },
  { file: 'src/runs/baseline/scoreParts.ts', text: /^raises …$/, what: 'a value of a baseline' },
  { file: 'src/runs/statistics/runStatistics.ts', text: /^line …$/, what: 'the name of a group' },
  { file: 'src/runs/scoring/trialScores.ts', text: /last row of the table/, what: 'a question of a trial' },
  { file: 'src/core/prompts/jinja/programChecks.ts', text: /^not in$/, what: 'an operator' },
  { file: 'src/core/prompts/jinja/python.ts', text: /^text …$/, what: 'a key' },
  { file: 'src/core/prompts/lint/fileRules.ts', text: /Question: …$/, what: 'text of a prompt' },
  {
    file: 'src/core/prompts/lint/filler.ts',
    text: /^<tool name|^Image 1, Image 2|the table|^The table|^What is seen/,
    what: 'text of a response',
  },
  { file: 'src/core/prompts/lint/losses.ts', text: /is seen there|^The table/, what: 'text of a response' },
  { file: 'src/core/prompts/lint/lintPython.ts', text: /^line …$/, what: 'the name of a prompt' },
  { file: 'src/core/prompts/lint/rules/args.ts', text: /^(<tool name|Image …:)/, what: 'text of a prompt' },
  {
    file: 'src/core/prompts/lint/rules/calls.ts',
    text: /It is seen|^<think>/,
    what: 'text of a response',
  },
  { file: 'src/core/prompts/lint/rules/tools.ts', text: /^<tool name/, what: 'text of a response' },
  {
    file: 'src/core/prompts/lint/rules/toolLimit.ts',
    text: /^at (least|most)\|/,
    what: 'a pattern',
  },
  {
    file: 'src/core/prompts/lint/trials.ts',
    text: /the table|^The table|shows a table/,
    what: 'text of a response',
  },
  {
    file: 'src/core/prompts/lint/ruleCatalogue.ts',
    text: /^(where|for|with) |^or error, /,
    what: 'a sentence of the documentation',
  },
  {
    file: 'src/core/prompts/toolboxes.ts',
    text: /^(Image k: |part_value|(Find|Read|Say|Compare|Conclude|Divide) )/,
    what: 'text of a prompt',
  },
  { file: 'src/offline/model.ts', text: /^Offline reader \(OCR, no model\)$/, what: 'the name of a model' },
  {
    file: 'src/host/document/documentFile.ts',
    text: /^The range is too long/,
    what: 'a fault of PageTrace itself',
  },
  {
    file: 'src/host/prompts/promptPreviewSource.ts',
    text: /^What was total revenue/,
    what: 'a question about the sample document',
  },
  {
    file: 'src/host/rewards/pythonRewardCommands.ts',
    text: /^(OPENAI_API_KEY|Python)$/,
    what: 'the names of a variable and of a language',
  },
  {
    file: 'src/host/rewards/pythonRewards.ts',
    text: /^… was loaded again/,
    what: 'a line of the log',
  },
  { file: 'src/host/servers/connectToServer.ts', text: /^vLLM …$/, what: 'a name and a version' },
  { file: 'src/host/servers/serverStatusBar.ts', text: /^vLLM …$/, what: 'a name and a version' },
  {
    file: 'src/host/trajectories/claimPictures.ts',
    text: /^<(?:svg|image|path) /,
    what: 'SVG',
  },
  {
    file: 'src/host/shared/webviewHtml.ts',
    text: /^<!doctype html>|^[a-z]+-src /,
    what: 'HTML and its policy',
  },
  {
    file: 'src/host/start/installCommand.ts',
    text: /^@echo off|^#!/,
    what: 'a script of a shell',
  },
  { file: 'src/reports/html/blockHtml.ts', text: /^\s*(?:<|class=")/, what: 'HTML' },
  { file: 'src/reports/html/figures.ts', text: /^(?:…)?<|^x="/, what: 'HTML and SVG' },
  {
    file: 'src/reports/html/documentHtml.ts',
    text: /^\s*(?:<|default-src |'sha256)/,
    what: 'HTML and its policy',
  },
  { file: 'src/reports/html/runHtml.ts', text: /^\s*</, what: 'HTML' },
  { file: 'src/reports/html/html.ts', text: /^\s*</, what: 'HTML' },
  { file: 'src/reports/html/style.ts', text: /^\s*:root/, what: 'CSS' },
  { file: 'src/protocol/document.ts', text: /^The range is empty/, what: 'a fault of PageTrace itself' },
  { file: 'src/core/charts/chartFilter.ts', text: /^group\.share…/, what: 'a filter' },
  { file: 'src/core/charts/chartSvg.ts', text: /^</, what: 'SVG' },
  {
    file: 'webview/run/view/metrics/reportParts.tsx',
    text: /^(?:Markdown|LaTeX|CSV)$/,
    what: 'names of formats',
  },
  { file: 'webview/run/view/charts/chartFigure.tsx', text: /^(?:PNG|SVG|CSV)$/, what: 'names of formats' },
  { file: 'webview/run/view/charts/chartCanvas.tsx', text: /^11px …$/, what: 'CSS' },
  {
    file: 'webview/run/view/charts/uplotOptions.ts',
    text: /^(?:bars|lines) …|^color-mix/,
    what: 'what identifies the form of a plot, and CSS',
  },
  { file: 'webview/shared/narrow.ts', text: /^\(max-width/, what: 'CSS' },
  { file: 'webview/run/view/runTable.tsx', text: /^min\(…px, 60vw\)$/, what: 'CSS' },
  {
    file: 'webview/inspector/view/probabilityBar.tsx',
    text: /^pagetrace\.tokenProbabilities$/,
    what: 'the name of a setting',
  },
];
