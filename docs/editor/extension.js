// The client in Visual Studio Code: starts the language server of ./server, which does everything else.
"use strict";

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = vscode.workspace.getConfiguration("ldfi");
  const server = {
    command: settings.get("python") || "python3",
    args: ["-B", path.join(__dirname, "server"), "--stdio"],
  };
  client = new LanguageClient("ldfi", "ldfi-farm", server, {
    // Of YAML files, the server looks at those that are configs of ldfi-farm.
    documentSelector: [
      { scheme: "file", language: "dedalus" },
      { scheme: "file", language: "yaml" },
    ],
    initializationOptions: { farm: settings.get("farm") },
  });
  await client.start();
};

exports.deactivate = () => client?.stop();
