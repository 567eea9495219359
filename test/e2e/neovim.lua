-- Drives the language server with the client of Neovim itself: nvim --headless -u NONE -c "luafile neovim.lua" (test_neovim.py). LDFI_PYTHON
-- and LDFI_SERVER start the server, LDFI_MAIN is the program to open. Prints one line of JSON, and ends.
local found = {}

local function fail(text)
  io.stdout:write(vim.fn.json_encode({ failed = text }) .. "\n")
  vim.cmd("qall!")
end

local function wait(what, holds)
  if not vim.wait(60000, holds, 50) then fail("no answer: " .. what) end
end

local function run()
  vim.cmd("edit " .. vim.env.LDFI_MAIN)
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({
    name = "ldfi",
    cmd = { vim.env.LDFI_PYTHON, "-B", vim.env.LDFI_SERVER, "--stdio" },
    root_dir = vim.fn.fnamemodify(vim.env.LDFI_MAIN, ":h"),
  })
  vim.lsp.buf_attach_client(buffer, id)
  wait("initialize", function() return vim.lsp.get_client_by_id(id) and vim.lsp.get_client_by_id(id).initialized end)
  local function messages()
    local out = {}
    for _, one in ipairs(vim.diagnostic.get(buffer)) do table.insert(out, { one.lnum, one.col, one.message }) end
    return out
  end
  local function ask(method, line, column, more)
    local parameters = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = column } }
    for key, value in pairs(more or {}) do parameters[key] = value end
    local answer = vim.lsp.buf_request_sync(buffer, method, parameters, 60000)
    return answer and answer[id] and answer[id].result
  end
  -- A misspelt relation, typed and not saved, then taken back.
  local before = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  vim.api.nvim_buf_set_lines(buffer, 1, 2, false, { "log(N, P)@next :- lgo(N, P);" })
  wait("diagnostics", function() return #messages() > 0 end)
  found.wrong = messages()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, before)
  wait("no diagnostics", function() return #messages() == 0 end)
  found.hover = ask("textDocument/hover", 1, 0).contents.value
  found.definition = ask("textDocument/definition", 1, 18)
  found.references = #ask("textDocument/references", 1, 0, { context = { includeDeclaration = true } })
  local edit = ask("textDocument/rename", 1, 0, { newName = "kept" })
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(id).offset_encoding)
  found.renamed = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  found.errors = vim.v.errmsg
  io.stdout:write(vim.fn.json_encode(found) .. "\n")
  vim.cmd("qall!")
end

local good, problem = pcall(run)
if not good then fail(tostring(problem)) end
