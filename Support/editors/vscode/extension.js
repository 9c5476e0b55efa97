// Tally in Visual Studio Code: starts `tally lsp`, and shows answers below their statements.
'use strict';

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;
// For each document, the answers by the line of their statements.
const answers = new Map();

function setting(name) {
  return vscode.workspace.getConfiguration('tally').get(name) || undefined;
}

function serverOptions() {
  return { command: setting('path') || 'tally', args: ['lsp'] };
}

// The last line of the statement that a line belongs to: a statement goes on after a line that ends in `,`, `|` or an
// open bracket, and before one that is indented or starts with `|`.
function lastLine(document, line) {
  const goesOn = () => /[,|(]\s*$/.test(document.lineAt(line).text.replace(/#.*/, ''))
    || /^(\s+\S|\|)/.test(document.lineAt(line + 1).text);
  while (line + 1 < document.lineCount && goesOn()) line += 1;
  return line;
}

// An answer is a comment of the editor below the statement. The text of the file stays as it is.
class Answers {
  constructor() {
    this.comments = vscode.comments.createCommentController('tally', 'Tally');
  }

  show(document, line, text) {
    this.clear(document, line);
    const place = lastLine(document, line);
    const body = new vscode.MarkdownString();
    body.appendCodeblock(text.replace(/\n+$/, ''), 'text');
    const thread = this.comments.createCommentThread(document.uri, new vscode.Range(place, 0, place, 0), [
      { body, mode: vscode.CommentMode.Preview, author: { name: 'Tally' } },
    ]);
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    const key = document.uri.toString();
    if (!answers.has(key)) answers.set(key, new Map());
    answers.get(key).set(line, thread);
  }

  clear(document, line) {
    const shown = answers.get(document.uri.toString());
    if (!shown) return;
    for (const [at, thread] of shown) {
      if (line !== undefined && at !== line) continue;
      thread.dispose();
      shown.delete(at);
    }
  }
}

async function activate(context) {
  const shown = new Answers();
  client = new LanguageClient('tally', 'Tally', serverOptions(), {
    documentSelector: [{ language: 'tally' }, { language: 'markdown' }],
    initializationOptions: { store: setting('store'), zone: setting('zone') },
    middleware: {
      // The client would ask the server itself. The answer must reach the document.
      executeCommand: async (command, parameters, next) => {
        const result = await next(command, parameters);
        if (command === 'tally.run' && result && typeof result.text === 'string') {
          const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === parameters[0]);
          if (document) shown.show(document, parameters[1], result.text);
        }
        return result;
      },
    },
  });
  context.subscriptions.push(
    shown.comments,
    vscode.commands.registerTextEditorCommand('tally.runHere', (editor) =>
      vscode.commands.executeCommand('tally.run', editor.document.uri.toString(), editor.selection.active.line)),
    vscode.commands.registerTextEditorCommand('tally.clear', (editor) => shown.clear(editor.document)),
    vscode.workspace.onDidCloseTextDocument((document) => {
      shown.clear(document);
      answers.delete(document.uri.toString());
    }));
  await client.start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
